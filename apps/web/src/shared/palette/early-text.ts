/** What is typed before the palette is there, in the field that every document has (public/early-keys.js). */

export interface EarlyText {
  readonly text: string;
  readonly isEntered: boolean;
}

let before: Element | null = null;

function earlyField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#early-text');
}

/** Keys go into the field from now on, until the palette takes them. */
export function catchText(): void {
  before = document.activeElement;
  earlyField()?.focus({ preventScroll: true });
}

export function isCatching(): boolean {
  const field = earlyField();
  return field !== null && document.activeElement === field;
}

export function whenCatching(act: () => void): void {
  if (isCatching()) act();
}

/** No palette comes. A word of an input method is left to its end. */
export function dropText(): void {
  const field = earlyField();
  if (field && !('composing' in field.dataset)) empty(field);
}

/** The screen knows by itself from now on whether Ctrl+K opens a palette. */
export function takeOverKeys(): void {
  document.documentElement.dataset['live'] = '';
}

/** Hands over what was typed: at once, or as soon as the input method has ended its word. */
export function takeText(onText: (early: EarlyText) => void): () => void {
  const field = earlyField();
  const hand = () => onText(field ? empty(field) : { text: '', isEntered: false });
  if (!field || !('composing' in field.dataset)) {
    hand();
    return () => {};
  }
  field.addEventListener('compositionend', hand, { once: true });
  return () => field.removeEventListener('compositionend', hand);
}

/** The focus goes back to where it was: a dialog returns it to there. */
function empty(field: HTMLInputElement): EarlyText {
  const early = { text: field.value, isEntered: 'enter' in field.dataset };
  field.value = '';
  delete field.dataset['enter'];
  if (document.activeElement === field) {
    field.blur();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
  before = null;
  return early;
}
