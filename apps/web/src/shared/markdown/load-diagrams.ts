import { showSource, type DiagramWords } from './diagram-source.ts';

let library: typeof import('./diagrams.ts') | undefined;

/** Mermaid is large, so it is loaded only for pages that contain a diagram. */
export async function loadDiagrams(root: HTMLElement, words: DiagramWords): Promise<void> {
  const blocks = root.querySelectorAll<HTMLElement>('pre.mermaid');
  if (import.meta.env.SSR || blocks.length === 0) return;
  try {
    // `import()` is asynchronous even for a loaded module, so a frame without diagrams could be painted first.
    library ??= await import('./diagrams.ts');
    await library.drawDiagrams(root, words);
  } catch {
    // The browser is offline, or a new release has replaced the chunk.
    for (const block of blocks) showSource(block, block.textContent, words.failed);
  }
}
