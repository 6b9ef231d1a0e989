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

/** Shows the source of a diagram that cannot be rendered, with the reason above it. */
export function showSource(block: HTMLElement, source: string, failed: string, reason = ''): void {
  block.replaceChildren(line('diagram-failed', failed), line('diagram-reason', reason), source);
  delete block.dataset['drawn'];
  block.dataset['failed'] = '';
  block.removeAttribute('role');
  block.removeAttribute('aria-label');
}
