import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '@octavo/contract/entities';
import { translateTo } from '../../../texts.ts';
import { TimeoutError, withTimeout } from '../../../with-timeout.ts';
import type { ExportTools } from '../export-tools.ts';
import { openDiagramPage } from './diagram-page.ts';
import type { DiagramPage } from './diagram-page.ts';

/** An image file in the folder of the drawer, with its size in CSS pixels. */
export interface DrawnDiagram {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/** Why a diagram is shown as its source, in the language of the document. */
export interface UndrawnDiagram {
  readonly reason: string;
}

export interface DiagramDrawer {
  /** Callers must wait for one diagram before they draw the next. */
  draw(mermaid: string): Promise<DrawnDiagram | UndrawnDiagram>;
  /** Ends the browser; the image files remain. */
  endBrowser(): Promise<void>;
  /** Ends the browser and removes the image files. */
  close(): Promise<void>;
}

interface DrawerOptions extends Pick<ExportTools, 'printer' | 'log'> {
  readonly language: Language;
  /** `svg` for PDF, `png` for Word. */
  readonly kind: 'svg' | 'png';
  readonly limits?: Partial<typeof LIMITS>;
}

const LIMITS = {
  /** Diagrams per document. */
  diagrams: 300,
  /** Time per diagram, and for all diagrams of a document. */
  milliseconds: 10_000,
  allMilliseconds: 120_000,
  /** Width and height in CSS pixels. */
  side: 10_000,
  svgCharacters: 4_000_000,
};
/** The resolution of a PNG is twice that of the screen, within the pixel limits. */
const MAX_SCALE = 2;
const MAX_PIXELS = 16_000_000;
const MAX_PIXEL_SIDE = 10_000;
const LAUNCH_TIMEOUT_MS = 30_000;
/** An idle browser is closed, so that a slow download does not block the diagrams of other exports. */
const IDLE_TIMEOUT_MS = 5_000;
/** A long export starts a new browser before the time limit of the process kills the current one. */
const MAX_AGE_MS = 300_000;
const MAX_LIFETIME_MS = 2 * MAX_AGE_MS;
const MAX_REASON = 200;

/** Concurrent browsers of this process; each may use more than a gigabyte. */
const MAX_BROWSERS = 2;
let browsers = 0;
const browserQueue: (() => void)[] = [];

async function acquireBrowser(): Promise<void> {
  if (browsers < MAX_BROWSERS) browsers += 1;
  else await new Promise<void>((done) => browserQueue.push(done));
}

function releaseBrowser(): void {
  const next = browserQueue.shift();
  if (next) next();
  else browsers -= 1;
}

/** Draws the diagrams of one document in one browser page, which is opened for the first diagram. */
export function createDiagramDrawer(options: DrawerOptions): DiagramDrawer {
  const { printer, log, language, kind } = options;
  const limits = { ...LIMITS, ...options.limits };
  let folder: Promise<string> | undefined;
  let page: DiagramPage | undefined;
  let openedAt = 0;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;
  let millisecondsLeft = limits.allMilliseconds;
  const results = new Map<string, DrawnDiagram | UndrawnDiagram>();

  const t = (
    key: 'diagramNoBrowser' | 'diagramTimeout' | 'diagramTooLarge' | 'diagramFailed',
  ): UndrawnDiagram => ({ reason: translateTo(language, `exporting.${key}`) });

  async function endBrowser(): Promise<void> {
    clearTimeout(idle);
    const ended = page;
    page = undefined;
    if (!ended) return;
    await ended.close();
    releaseBrowser();
  }

  async function pageOf(path: string): Promise<DiagramPage | undefined> {
    if (page && Date.now() - openedAt > MAX_AGE_MS) await endBrowser();
    if (page || !printer) return page;
    await acquireBrowser();
    try {
      const profile = await mkdtemp(join(path, 'browser-'));
      const opening = openDiagramPage(profile, printer, MAX_LIFETIME_MS);
      page = await withTimeout(LAUNCH_TIMEOUT_MS, opening);
      openedAt = Date.now();
    } finally {
      if (!page) releaseBrowser();
    }
    return page;
  }

  async function drawOn(
    diagramPage: DiagramPage,
    path: string,
    mermaid: string,
  ): Promise<DrawnDiagram | UndrawnDiagram> {
    const milliseconds = Math.min(limits.milliseconds, millisecondsLeft);
    const drawn = await withTimeout(milliseconds, diagramPage.draw(mermaid));
    if ('problem' in drawn) {
      // The lines after the first repeat the source.
      const [line = ''] = drawn.problem.trim().split('\n');
      const reason = line.slice(0, MAX_REASON).replace(/:\s*$/, '');
      return reason === '' ? t('diagramFailed') : { reason };
    }
    const { svg, width, height } = drawn;
    const isShown = width > 0 && height > 0 && Math.max(width, height) <= limits.side;
    if (!isShown || svg.length > limits.svgCharacters) return t('diagramTooLarge');
    const file = join(path, `${randomUUID()}.${kind}`);
    if (kind === 'svg') await writeFile(file, svg);
    else {
      const scale = Math.min(
        MAX_SCALE,
        Math.sqrt(MAX_PIXELS / (width * height)),
        MAX_PIXEL_SIDE / Math.max(width, height),
      );
      await writeFile(
        file,
        await withTimeout(milliseconds, diagramPage.capture(width, height, scale)),
      );
    }
    return { file, width, height };
  }

  async function drawNow(mermaid: string): Promise<DrawnDiagram | UndrawnDiagram> {
    folder ??= mkdtemp(join(tmpdir(), 'octavo-diagrams-'));
    const path = await folder;
    const diagramPage = await pageOf(path);
    if (!diagramPage) return t('diagramNoBrowser');
    const startedAt = Date.now();
    try {
      return await drawOn(diagramPage, path, mermaid);
    } finally {
      millisecondsLeft -= Date.now() - startedAt;
    }
  }

  return {
    endBrowser,
    async draw(mermaid) {
      if (!printer) return t('diagramNoBrowser');
      const cached = results.get(mermaid);
      if (cached) return cached;
      if (count >= limits.diagrams)
        return {
          reason: translateTo(language, 'exporting.diagramTooMany', { max: limits.diagrams }),
        };
      if (millisecondsLeft <= 0) return t('diagramTimeout');
      count += 1;
      clearTimeout(idle);
      let result: DrawnDiagram | UndrawnDiagram;
      try {
        result = await drawNow(mermaid);
      } catch (error) {
        // The page may hang or have crashed, so the next diagram needs a new browser.
        await endBrowser();
        const isTimeout = error instanceof TimeoutError;
        if (!isTimeout) log.warn({ err: error }, 'rendering a diagram failed');
        result = t(isTimeout ? 'diagramTimeout' : 'diagramFailed');
      }
      results.set(mermaid, result);
      idle = setTimeout(() => void endBrowser(), IDLE_TIMEOUT_MS);
      idle.unref();
      return result;
    },
    async close() {
      await endBrowser();
      if (folder) await rm(await folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
