import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../../http/logger.ts';
import { startCanary } from '../../../../tests/helpers/canary.ts';
import { siteBundle } from '../site/site-bundle.ts';
import { createDiagramDrawer } from './diagram-drawer.ts';

const CHROMIUM = '/usr/bin/chromium';
/** The drawing script is part of the build of the web app. */
const canDraw = existsSync(CHROMIUM) && (await siteBundle()).diagrams !== undefined;

const FLOW = 'flowchart LR\n  A[下单] --> B{Paid?}\n  B -->|yes| C[Ship]';

type Options = Parameters<typeof createDiagramDrawer>[0];

function openDrawer(options: Partial<Options> = {}) {
  const drawer = createDiagramDrawer({
    printer: { program: CHROMIUM, sandbox: false },
    log: createLogger('silent'),
    language: 'en',
    kind: 'svg',
    ...options,
  });
  onTestFinished(() => drawer.close());
  return {
    ...drawer,
    /** The SVG, or the reason why there is none. */
    async drawText(mermaid: string) {
      const result = await drawer.draw(mermaid);
      return 'reason' in result ? result.reason : readFile(result.file, 'utf8');
    },
  };
}

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('octavo-diagrams-'));

describe('diagrams of an export', () => {
  it('are not drawn without a browser, with the reason', async () => {
    const { drawText } = openDrawer({ printer: undefined });
    expect(await drawText(FLOW)).toBe('this server has no browser configured to draw diagrams.');
  });
});

describe.skipIf(!canDraw)('diagrams of an export, drawn', () => {
  it('report a browser that does not start', async () => {
    const { drawText } = openDrawer({ printer: { program: '/nowhere/chromium', sandbox: true } });
    expect(await drawText(FLOW)).toBe('the browser that draws diagrams failed.');
  });

  it('are drawn in both formats, and invalid ones return the reason', async () => {
    const before = leftovers();
    const { drawText, close } = openDrawer();
    const svg = await drawText(FLOW);
    expect(svg).toMatch(/^<svg [^>]*width="\d+" height="\d+"|^<svg [^>]*viewBox/);
    expect(svg).toContain('下单');
    expect(await drawText('flowchart LR\n  A --> --> B')).toBe('Parse error on line 2');
    expect(await drawText('nothing known')).toMatch(/^No diagram type detected/);
    // The page still works after a failed diagram.
    expect(await drawText('sequenceDiagram\n  a->>b: hello')).toContain('hello');
    await close();
    expect(leftovers()).toEqual(before);

    const drawer = openDrawer({ kind: 'png' });
    const png = await drawer.draw(FLOW);
    if ('reason' in png) throw new Error(png.reason);
    const { width, height } = await sharp(png.file).metadata();
    expect([width, height]).toEqual([2 * png.width, 2 * png.height]);
    // The image is not blank.
    const { channels } = await sharp(png.file).stats();
    expect(channels[0]?.min).toBeLessThan(100);
    expect(await drawer.draw(FLOW)).toBe(png);
  });

  it('run no scripts, read no files and send no requests', async () => {
    const canary = await startCanary();
    const canaryUrl = `http://127.0.0.1:${canary.port}`;
    const { drawText } = openDrawer();
    const sources = [
      `flowchart LR\n  A["<img src=x onerror=fetch('${canaryUrl}/a')>"] --> B["<script>document.title = 'run'</script>"]`,
      `flowchart LR\n  A@{ img: "${canaryUrl}/b.png", label: "x" } --> B@{ img: "file:///etc/passwd", label: "y" }`,
      `flowchart LR\n  A --> B\n  click A "javascript:document.body.textContent = 'run'"\n  click B href "${canaryUrl}/c"`,
      `%%{init: {"securityLevel": "loose", "themeCSS": "* { background: url(${canaryUrl}/d) } @import '${canaryUrl}/e'"}}%%\nflowchart LR\n  A["<iframe src='file:///etc/passwd'></iframe>"]`,
      `---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n---\nflowchart LR\n  A["<svg onload=location='file:///etc/passwd'>"]`,
    ];
    for (const source of sources) {
      const svg = await drawText(source);
      expect(svg).not.toMatch(/<script|<iframe|<foreignObject|\son\w+=|javascript:|root:x:/i);
    }
    expect(await drawText(FLOW)).toContain('下单');
    expect(canary.closeAndCountHits()).toBe(0);
  });

  it('are limited in number, time and size, and a failed one does not affect others', async () => {
    const few = openDrawer({ limits: { diagrams: 1 } });
    expect(await few.drawText(FLOW)).toContain('<svg');
    expect(await few.drawText('graph TD; A')).toBe('the document has more than 1 diagram.');
    expect(await few.drawText(FLOW)).toContain('<svg');
    await few.close();

    const hasty = openDrawer({ limits: { milliseconds: 0 } });
    expect(await hasty.drawText(FLOW)).toBe('drawing took too long.');
    await hasty.close();

    const small = openDrawer({ limits: { side: 50 } });
    expect(await small.drawText(FLOW)).toBe('the image would be too large.');
  });
});
