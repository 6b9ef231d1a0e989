/**
 * Puts a text on the clipboard. The modern way needs a secure context, so a plain http host name
 * goes through a selected field; that field stands inside `near` because a dialog keeps the focus.
 */
export async function copyText(text: string, near: Element = document.body): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused by a permission: the old way may still work.
    }
  }
  return copyBySelection(text, near);
}

function copyBySelection(text: string, near: Element): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  near.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
