/**
 * Copies a text to the clipboard. The clipboard API needs a secure context; on plain http the text is copied from a
 * temporary selected field. That field is added to `container`, because a modal dialog traps the focus.
 */
export async function copyText(text: string, container: Element = document.body): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission denied: the fallback may still work.
    }
  }
  return copyBySelection(text, container);
}

function copyBySelection(text: string, container: Element): boolean {
  const previousFocus = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  container.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
  }
}
