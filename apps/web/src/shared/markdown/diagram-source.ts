export interface DiagramLabels {
  readonly failed: string;
  readonly label: string;
}

function textLine(kind: string, text: string): HTMLElement {
  const lineElement = document.createElement('span');
  lineElement.className = kind;
  lineElement.textContent = text;
  return lineElement;
}

/** Shows the source of a diagram that cannot be rendered, with the reason above it. */
export function showDiagramSource(
  block: HTMLElement,
  source: string,
  failed: string,
  reason = '',
): void {
  block.replaceChildren(
    textLine('diagram-failed', failed),
    textLine('diagram-reason', reason),
    source,
  );
  delete block.dataset['drawn'];
  block.dataset['failed'] = '';
  block.removeAttribute('role');
  block.removeAttribute('aria-label');
}
