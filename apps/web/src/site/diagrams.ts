import type { SvgResult } from '@octavo/contract/static-site';
import { configureMermaid, renderDiagrams, renderInto } from '../shared/markdown/diagrams.ts';

declare global {
  interface Window {
    octavoDrawSvg: (source: string) => Promise<SvgResult>;
  }
}

/** Renders one diagram as the only content of the page, in its natural size. */
async function drawSvg(source: string): Promise<SvgResult> {
  configureMermaid();
  await renderInto(document.body, source);
  const svg = document.body.querySelector('svg');
  if (!svg) return { problem: '' };
  const box = svg.viewBox.baseVal;
  const [width, height] = [Math.ceil(box.width), Math.ceil(box.height)];
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.style.maxWidth = 'none';
  svg.style.display = 'block';
  return { svg: new XMLSerializer().serializeToString(svg), width, height };
}

window.octavoDiagrams = renderDiagrams;
window.octavoDrawSvg = (source) =>
  drawSvg(source).catch((error: unknown) => ({
    problem: error instanceof Error ? error.message : String(error),
  }));
