/** Text typed before the palette is loaded, captured in a hidden field of the document (public/early-keys.js). */

export interface EarlyText {
  readonly text: string;
  readonly isEntered: boolean;
}

let previousFocus: Element | null = null;

function earlyField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#early-text');
}

/** Moves the focus to the hidden field, which captures the text until the palette opens. */
export function captureText(): void {
  previousFocus = document.activeElement;
  earlyField()?.focus({ preventScroll: true });
}

export function isCapturing(): boolean {
  const field = earlyField();
  return field !== null && document.activeElement === field;
}

export function ifCapturing(callback: () => void): void {
  if (isCapturing()) callback();
}

/** Discards the text if no palette opens. A running input method composition is not interrupted. */
export function discardText(): void {
  const field = earlyField();
  if (field && !('composing' in field.dataset)) resetField(field);
}

/** Marks the document: the screen handles Ctrl+K itself from now on. */
export function takeOverKeys(): void {
  document.documentElement.dataset['live'] = '';
}

/** Passes the captured text on: immediately, or when the input method composition ends. */
export function takeCapturedText(onText: (early: EarlyText) => void): () => void {
  const field = earlyField();
  const deliver = () => onText(field ? resetField(field) : { text: '', isEntered: false });
  if (!field || !('composing' in field.dataset)) {
    deliver();
    return () => {};
  }
  field.addEventListener('compositionend', deliver, { once: true });
  return () => field.removeEventListener('compositionend', deliver);
}

/** Clears the field and restores the previous focus, to which the palette's dialog returns when it closes. */
function resetField(field: HTMLInputElement): EarlyText {
  const early = { text: field.value, isEntered: 'enter' in field.dataset };
  field.value = '';
  delete field.dataset['enter'];
  if (document.activeElement === field) {
    field.blur();
    if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
  }
  previousFocus = null;
  return early;
}
