/** Text typed before the palette is loaded, captured in a hidden field of the document (public/early-keys.js). */

export interface EarlyText {
  readonly text: string;
  readonly isEntered: boolean;
}

let before: Element | null = null;

function earlyField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#early-text');
}

/** Moves the focus to the hidden field, which captures the text until the palette opens. */
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

/** Discards the text if no palette opens. A running input method composition is not interrupted. */
export function dropText(): void {
  const field = earlyField();
  if (field && !('composing' in field.dataset)) empty(field);
}

/** Marks the document: the screen handles Ctrl+K itself from now on. */
export function takeOverKeys(): void {
  document.documentElement.dataset['live'] = '';
}

/** Passes the captured text on: immediately, or when the input method composition ends. */
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

/** Clears the field and restores the previous focus, to which the palette's dialog returns when it closes. */
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
