import type { FocusEvent } from 'react';

/** A popover lies over what comes after it: who goes on by the Tab key must see where they are. */
export function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
}
