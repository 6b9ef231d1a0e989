export interface DiagramWords {
  readonly failed: string;
  readonly label: string;
}

function line(kind: string, text: string): HTMLElement {
  const made = document.createElement('span');
  made.className = kind;
  made.textContent = text;
  return made;
}

/** A diagram that cannot be drawn is shown as it was written, with the reason above. */
export function showSource(block: HTMLElement, source: string, failed: string, reason = ''): void {
  block.replaceChildren(line('diagram-failed', failed), line('diagram-reason', reason), source);
  delete block.dataset['drawn'];
  block.dataset['failed'] = '';
  block.removeAttribute('role');
  block.removeAttribute('aria-label');
}
