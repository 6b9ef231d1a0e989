export const blockNames: ReadonlySet<string> = new Set(
  `address article aside blockquote center dd details div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table ul`.split(/\s+/),
);

const HIDDEN_SELECTOR =
  'style, script, meta, link, title, head, noscript, template, iframe, object, svg';

/** Whether the element is not visible in the copied document. */
export function isHidden(element: HTMLElement): boolean {
  return (
    element.matches(HIDDEN_SELECTOR) ||
    element.style.display === 'none' ||
    // The bullet text that Word adds; the Markdown list gets its own marker.
    /mso-list:\s*ignore/i.test(element.getAttribute('style') ?? '')
  );
}

/** The URL, if it works outside of the source document; excludes local files and scripts. */
export function safeUrl(url: string | null): string | undefined {
  const trimmed = url?.trim() ?? '';
  if (!/^(https?:|mailto:|\/(?!\/)|#)/i.test(trimmed) || /[\s<>]/.test(trimmed)) return undefined;
  return trimmed.replaceAll('(', '%28').replaceAll(')', '%29');
}
