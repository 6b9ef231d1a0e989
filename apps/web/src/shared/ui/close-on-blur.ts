import type { FocusEvent } from 'react';

/** Closes a popover when the focus leaves it, because it would cover the element that receives the focus. */
export function closeOnBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
}
