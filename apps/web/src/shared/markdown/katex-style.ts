import address from 'katex/dist/katex.min.css?url';

/** The server renders formulas; their style sheet and fonts are loaded only for pages that contain formulas. */
export function loadKatexStyle(root: ParentNode): void {
  if (!root.querySelector('.katex') || document.querySelector(`link[href="${address}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  document.head.append(link);
}
