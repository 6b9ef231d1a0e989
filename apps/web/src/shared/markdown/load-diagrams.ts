import { showSource, type DiagramWords } from './diagram-source.ts';

let library: typeof import('./diagrams.ts') | undefined;

/** The drawing library is large: it comes only with a page that has a diagram. */
export async function loadDiagrams(root: HTMLElement, words: DiagramWords): Promise<void> {
  const blocks = root.querySelectorAll<HTMLElement>('pre.mermaid');
  if (import.meta.env.SSR || blocks.length === 0) return;
  try {
    // Even a loaded module is imported in a later task, and a frame without drawings could come before.
    library ??= await import('./diagrams.ts');
    await library.drawDiagrams(root, words);
  } catch {
    // Offline, or the site was updated meanwhile.
    for (const block of blocks) showSource(block, block.textContent, words.failed);
  }
}
