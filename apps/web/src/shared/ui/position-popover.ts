/** Positions a popover below or above its opener, inside the window. */
export function positionPopover(opener: HTMLElement, panel: HTMLElement, width: number): void {
  const openerRect = opener.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const isInLowerHalf = openerRect.top > innerHeight / 2;
  panel.style.left = `${Math.max(8, Math.min(openerRect.left, innerWidth - width - 10))}px`;
  panel.style.top = isInLowerHalf ? 'auto' : `${openerRect.bottom + 6}px`;
  panel.style.bottom = isInLowerHalf ? `${innerHeight - openerRect.top + 6}px` : 'auto';
}
