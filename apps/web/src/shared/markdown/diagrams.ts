import DOMPurify from 'dompurify';
import mermaid from 'mermaid';
import { showSource, type DiagramWords } from './diagram-source.ts';

const MAX_DRAWN = 50;
const MAX_REASON = 400;

let serial = 0;
/** Rendered SVGs by theme and source: the editor's preview is rendered again with each change of the text. */
const drawn = new Map<string, string>();
/** The last heights of the diagrams of a root, reserved while the diagrams are rendered again. */
const heights = new WeakMap<HTMLElement, number[]>();

/** The design tokens of the current theme as mermaid theme variables. */
function colours(): Record<string, string> {
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
    themeVariables: colours(),
    suppressErrorRendering: true,
  });
}

async function drawingOf(source: string): Promise<string> {
  const key = `${document.documentElement.dataset['theme']}\n${source}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const { svg } = await mermaid.render(`diagram-${++serial}`, source);
  const safe = DOMPurify.sanitize(svg, { USE_PROFILES: { svg: true, svgFilters: true } });
  const [oldest] = drawn.keys();
  if (drawn.size >= MAX_DRAWN && oldest !== undefined) drawn.delete(oldest);
  drawn.set(key, safe);
  return safe;
}

/** Rejects when mermaid cannot parse the source. */
export async function drawInto(block: HTMLElement, source: string): Promise<void> {
  block.innerHTML = await drawingOf(source);
}

/** The parser's message without its list of expected tokens. */
function reasonOf(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message
    .replace(/^Expecting .*, got '([A-Z]\w*)'$/m, 'Unexpected $1')
    .replace(/^Expecting .*$/m, '')
    .trim()
    .slice(0, MAX_REASON);
}

async function draw(block: HTMLElement, source: string, words: DiagramWords): Promise<void> {
  try {
    await drawInto(block, source);
    delete block.dataset['failed'];
    block.dataset['drawn'] = '';
    block.role = 'img';
    block.ariaLabel = words.label;
  } catch (error) {
    showSource(block, source, words.failed, reasonOf(error));
  }
}

/** Renders the diagrams of a page, and renders them again on each theme change while they are in the document. */
export async function drawDiagrams(root: HTMLElement, words: DiagramWords): Promise<void> {
  const before = heights.get(root) ?? [];
  const blocks = [...root.querySelectorAll<HTMLElement>('pre.mermaid')].map((block, at) => {
    const source = block.textContent;
    block.style.minHeight = `${before[at] ?? 0}px`;
    return { block, source };
  });
  const isShown = () => blocks.some(({ block }) => block.isConnected);
  const drawAll = async () => {
    configureMermaid();
    for (const { block, source } of blocks) {
      // Mermaid can render only one diagram at a time.
      // oxlint-disable-next-line no-await-in-loop
      await draw(block, source, words);
      block.style.removeProperty('min-height');
    }
    if (isShown())
      heights.set(
        root,
        blocks.map(({ block }) => block.offsetHeight),
      );
  };
  const theme = new MutationObserver(() => {
    if (isShown()) void drawAll();
    else theme.disconnect();
  });
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  await drawAll();
}
