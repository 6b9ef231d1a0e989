import address from 'katex/dist/katex.min.css?url';

/** Formulas are made on the server; their style sheet and fonts come only with a page that has some. */
export function drawMath(root: ParentNode): void {
  if (!root.querySelector('.katex') || document.querySelector(`link[href="${address}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  document.head.append(link);
}
