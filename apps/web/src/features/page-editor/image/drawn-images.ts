/** The images of the page that are drawn in an element, in order. */
export function drawnImages(pane: HTMLElement): HTMLImageElement[] {
  return [...pane.querySelectorAll<HTMLImageElement>('.prose img')];
}

/** The image of an event: the image itself, or the one that is all of a link. */
export function imageOfEvent(target: EventTarget | null): HTMLImageElement | null {
  if (target instanceof HTMLImageElement) return target;
  const isImageLink = target instanceof HTMLAnchorElement && target.textContent.trim() === '';
  return isImageLink ? target.querySelector('img') : null;
}

/** Makes the images of the preview focusable; a linked one is focused with its link. */
export function enhanceImages(pane: HTMLElement, label: (alt: string) => string): void {
  for (const image of drawnImages(pane)) {
    if (image.closest('a')) continue;
    image.tabIndex = 0;
    image.role = 'button';
    image.ariaLabel = label(image.alt);
    // An empty alternative text would hide the button from screen readers.
    if (image.alt === '') image.removeAttribute('alt');
  }
}

/** Shows an image with a width that is not written to the source yet. */
export function showWidth(image: HTMLImageElement, width: number | undefined): void {
  image.style.width = width === undefined ? '' : `${width}px`;
}
