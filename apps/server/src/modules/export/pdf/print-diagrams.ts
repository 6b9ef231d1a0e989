import { basename } from 'node:path';
import type { Language } from '@octavo/contract/entities';
import { escapeHtml } from '@octavo/markdown/escape';
import { translateTo } from '../../../texts.ts';
import type { DiagramDrawer, DrawnDiagram, UndrawnDiagram } from '../diagrams/diagram-drawer.ts';

const DIAGRAM = /<pre class="mermaid"[^>]*>([^<]*)<\/pre>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

const unescapeHtml = (html: string) =>
  html.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity);

/** The file name of a diagram in the print folder. */
export const pictureName = ({ file }: DrawnDiagram): string => basename(file);

/** Replaces the diagram sources of a page by images, which cannot run scripts or load resources. */
export async function drawDiagrams(
  html: string,
  language: Language,
  { draw }: Pick<DiagramDrawer, 'draw'>,
  onDrawn: (diagram: DrawnDiagram) => void,
): Promise<string> {
  const results: (DrawnDiagram | UndrawnDiagram)[] = [];
  for (const [, source = ''] of html.matchAll(DIAGRAM))
    results.push(await draw(unescapeHtml(source)));
  let at = 0;
  return html.replaceAll(DIAGRAM, (block) => {
    const result = results[at];
    at += 1;
    if (!result) return block;
    if ('reason' in result) {
      const words = translateTo(language, 'exporting.diagramAsSource', { reason: result.reason });
      return `<p class="undrawn">${escapeHtml(words)}</p>${block}`;
    }
    onDrawn(result);
    const label = escapeHtml(translateTo(language, 'reader.diagram'));
    const size = `width="${result.width}" height="${result.height}"`;
    return `<p class="diagram"><img src="files/${pictureName(result)}" ${size} alt="${label}"></p>`;
  });
}
