import DOMPurify from 'dompurify';
import mermaid from 'mermaid';
import { showDiagramSource, type DiagramLabels } from './diagram-source.ts';

const MAX_CACHED = 50;
const MAX_REASON_LENGTH = 400;

let serial = 0;
/** Rendered SVGs by theme and source: the editor's preview is rendered again with each change of the text. */
const svgCache = new Map<string, string>();
/** The last heights of the diagrams of a root, reserved while the diagrams are rendered again. */
const heights = new WeakMap<HTMLElement, number[]>();

/** The design tokens of the current theme as mermaid theme variables. */
function mermaidColors(): Record<string, string> {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    background: token('subtle'),
    mainBkg: token('canvas'),
    primaryColor: token('canvas'),
    primaryBorderColor: token('line-2'),
    primaryTextColor: token('text'),
    secondaryColor: token('accent-soft'),
    tertiaryColor: token('muted'),
    lineColor: token('text-3'),
    textColor: token('text'),
    nodeBorder: token('line-2'),
    clusterBkg: token('subtle'),
    clusterBorder: token('line'),
    edgeLabelBackground: token('subtle'),
    actorBkg: token('canvas'),
    actorBorder: token('line-2'),
    actorTextColor: token('text'),
    signalColor: token('text-2'),
    signalTextColor: token('text'),
    labelBoxBkgColor: token('accent-soft'),
    labelBoxBorderColor: token('accent-line'),
    noteBkgColor: token('warn-soft'),
    noteBorderColor: token('warn-line'),
    noteTextColor: token('text'),
    fontFamily: token('font-sans'),
  };
}

/** Configures mermaid with the colours of the current theme. */
export function configureMermaid(): void {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: 'base',
    darkMode: document.documentElement.dataset['theme'] === 'dark',
    themeVariables: mermaidColors(),
    suppressErrorRendering: true,
  });
}

async function renderSvg(source: string): Promise<string> {
  const key = `${document.documentElement.dataset['theme']}\n${source}`;
  const cached = svgCache.get(key);
  if (cached !== undefined) return cached;
  const { svg } = await mermaid.render(`diagram-${++serial}`, source);
  const safe = DOMPurify.sanitize(svg, { USE_PROFILES: { svg: true, svgFilters: true } });
  const [oldest] = svgCache.keys();
  if (svgCache.size >= MAX_CACHED && oldest !== undefined) svgCache.delete(oldest);
  svgCache.set(key, safe);
  return safe;
}

/** Rejects when mermaid cannot parse the source. */
export async function renderInto(block: HTMLElement, source: string): Promise<void> {
  block.innerHTML = await renderSvg(source);
}

/** The parser's message without its list of expected tokens. */
function toReason(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message
    .replace(/^Expecting .*, got '([A-Z]\w*)'$/m, 'Unexpected $1')
    .replace(/^Expecting .*$/m, '')
    .trim()
    .slice(0, MAX_REASON_LENGTH);
}

async function renderDiagram(
  block: HTMLElement,
  source: string,
  labels: DiagramLabels,
): Promise<void> {
  try {
    await renderInto(block, source);
    delete block.dataset['failed'];
    block.dataset['drawn'] = '';
    block.role = 'img';
    block.ariaLabel = labels.label;
  } catch (error) {
    showDiagramSource(block, source, labels.failed, toReason(error));
  }
}

/** Renders the diagrams of a page, and renders them again on each theme change while they are in the document. */
export async function renderDiagrams(root: HTMLElement, labels: DiagramLabels): Promise<void> {
  const before = heights.get(root) ?? [];
  const blocks = [...root.querySelectorAll<HTMLElement>('pre.mermaid')].map((block, at) => {
    const source = block.textContent;
    block.style.minHeight = `${before[at] ?? 0}px`;
    return { block, source };
  });
  const isShown = () => blocks.some(({ block }) => block.isConnected);
  const renderAll = async () => {
    configureMermaid();
    for (const { block, source } of blocks) {
      // Mermaid can render only one diagram at a time.
      // oxlint-disable-next-line no-await-in-loop
      await renderDiagram(block, source, labels);
      block.style.removeProperty('min-height');
    }
    if (isShown())
      heights.set(
        root,
        blocks.map(({ block }) => block.offsetHeight),
      );
  };
  const themeObserver = new MutationObserver(() => {
    if (isShown()) void renderAll();
    else themeObserver.disconnect();
  });
  themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  await renderAll();
}
