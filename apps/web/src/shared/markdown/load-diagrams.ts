import { showDiagramSource, type DiagramLabels } from './diagram-source.ts';

let library: typeof import('./diagrams.ts') | undefined;

/** Mermaid is large, so it is loaded only for pages that contain a diagram. */
export async function loadDiagrams(root: HTMLElement, labels: DiagramLabels): Promise<void> {
  const blocks = root.querySelectorAll<HTMLElement>('pre.mermaid');
  if (import.meta.env.SSR || blocks.length === 0) return;
  try {
    // `import()` is asynchronous even for a loaded module, so a frame without diagrams could be painted first.
    library ??= await import('./diagrams.ts');
    await library.renderDiagrams(root, labels);
  } catch {
    // The browser is offline, or a new release has replaced the chunk.
    for (const block of blocks) showDiagramSource(block, block.textContent, labels.failed);
  }
}
