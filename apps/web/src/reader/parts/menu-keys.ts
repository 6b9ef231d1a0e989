import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

const entriesOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];

export function focusFirstEntry(menu: Element): void {
  entriesOf(menu)[0]?.focus({ preventScroll: true });
}

/** Moves the focus between the entries of a menu by arrow keys, Home and End. */
export function onMenuKeyDown(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const entries = entriesOf(event.currentTarget);
  const at = entries.findIndex((entry) => entry === document.activeElement);
  entries[step(at, entries.length - 1)]?.focus();
}
