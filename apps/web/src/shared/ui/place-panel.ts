/** Positions a popover below or above its opener, inside the window. */
export function placePanel(opener: HTMLElement, panel: HTMLElement, width: number): void {
  const place = opener.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const isLow = place.top > innerHeight / 2;
  panel.style.left = `${Math.max(8, Math.min(place.left, innerWidth - width - 10))}px`;
  panel.style.top = isLow ? 'auto' : `${place.bottom + 6}px`;
  panel.style.bottom = isLow ? `${innerHeight - place.top + 6}px` : 'auto';
}
