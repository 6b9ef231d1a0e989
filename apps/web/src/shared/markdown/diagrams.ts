import DOMPurify from 'dompurify';
import mermaid from 'mermaid';

interface DiagramWords {
  readonly failed: string;
  readonly label: string;
}

let serial = 0;

/** The tokens of this theme, in mermaid's names. */
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

/** In the colours of the theme that the page has now. */
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

/** Rejects when mermaid does not understand the source. */
export async function drawInto(block: HTMLElement, source: string): Promise<void> {
  const { svg } = await mermaid.render(`diagram-${++serial}`, source);
  block.innerHTML = DOMPurify.sanitize(svg, { USE_PROFILES: { svg: true, svgFilters: true } });
}

async function draw(block: HTMLElement, source: string, words: DiagramWords): Promise<void> {
  try {
    await drawInto(block, source);
    block.dataset['drawn'] = '';
    block.role = 'img';
    block.ariaLabel = words.label;
  } catch {
    // Whatever mermaid does not understand is shown as it was written.
    block.textContent = `${words.failed}\n\n${source}`;
  }
}

/** Draws the diagrams of a page, and anew when the theme changes as long as the page is shown. */
export async function drawDiagrams(root: HTMLElement, words: DiagramWords): Promise<void> {
  const blocks = [...root.querySelectorAll<HTMLElement>('pre.mermaid')].map((block) => ({
    block,
    source: block.textContent,
  }));
  const drawAll = async () => {
    configureMermaid();
    // The library draws one at a time in a place of its own.
    // oxlint-disable-next-line no-await-in-loop
    for (const { block, source } of blocks) await draw(block, source, words);
  };
  const theme = new MutationObserver(() => {
    if (root.isConnected) void drawAll();
    else theme.disconnect();
  });
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  await drawAll();
}
