import type { Readable, Writable } from 'node:stream';
import type { SvgResult } from '@octavo/contract/static-site';
import { launchBrowser } from '../chromium.ts';
import type { ChromiumConfig } from '../chromium.ts';
import { siteBundle } from '../site/site-bundle.ts';
import { connectDevTools } from './devtools.ts';

/** A host name that never resolves: its requests are intercepted and answered here, all others fail. */
const ORIGIN = 'http://diagrams.invalid';
/** Only the bundled script may run; the content of a diagram can neither run scripts nor load resources. */
const POLICY =
  `default-src 'none'; script-src ${ORIGIN}/diagrams.js; style-src ${ORIGIN}/site.css 'unsafe-inline'; ` +
  `img-src data:; base-uri 'none'; form-action 'none'`;
const HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="stylesheet" href="/site.css">' +
  '<style>html, body { margin: 0; background: #fff; }</style></head>' +
  '<body><script src="/diagrams.js"></script></body></html>';

export interface DiagramPage {
  draw(mermaid: string): Promise<SvgResult>;
  /** A PNG of the last diagram. */
  capture(width: number, height: number, scale: number): Promise<Buffer>;
  close(): Promise<void>;
}

interface StaticFile {
  readonly type: string;
  readonly body: string | Buffer;
}

async function loadStaticFiles(): Promise<ReadonlyMap<string, StaticFile> | undefined> {
  const { baseFiles, diagrams } = await siteBundle();
  if (!diagrams) return undefined;
  return new Map<string, StaticFile>([
    [`${ORIGIN}/`, { type: 'text/html', body: HTML }],
    [`${ORIGIN}/site.css`, { type: 'text/css', body: baseFiles.get('site.css') ?? '' }],
    [`${ORIGIN}/diagrams.js`, { type: 'text/javascript', body: diagrams }],
  ]);
}

/** Opens a browser page that draws diagrams; undefined when the web app has not been built. */
export async function openDiagramPage(
  folder: string,
  printer: ChromiumConfig,
  milliseconds: number,
): Promise<DiagramPage | undefined> {
  const files = await loadStaticFiles();
  if (!files) return undefined;
  const browser = await launchBrowser(folder, printer, milliseconds);
  const [, , , input, output] = browser.child.stdio;
  const devTools = connectDevTools(input as Writable, output as Readable);
  const close = async () => {
    await browser.kill();
    await browser.ended;
  };
  try {
    const { targetId } = await devTools.send('Target.createTarget', { url: 'about:blank' });
    const attach = { targetId, flatten: true };
    const { sessionId } = await devTools.send('Target.attachToTarget', attach);
    const send = (method: string, params: object) =>
      devTools.send(method, params, String(sessionId));

    devTools.on('Fetch.requestPaused', ({ requestId, request }) => {
      const { url } = request as { url: string };
      const file = files.get(url);
      const response = file
        ? send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            responseHeaders: [
              { name: 'content-type', value: `${file.type}; charset=utf-8` },
              { name: 'content-security-policy', value: POLICY },
            ],
            body: Buffer.from(file.body).toString('base64'),
          })
        : send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      // The request may have been cancelled.
      response.catch(() => {});
    });
    await send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    await send('Page.enable', {});
    const loaded = new Promise<void>((done) => devTools.on('Page.loadEventFired', () => done()));
    await send('Page.navigate', { url: `${ORIGIN}/` });
    await Promise.race([
      loaded,
      browser.ended.then(() =>
        Promise.reject(new Error('the browser exited before the page loaded')),
      ),
    ]);

    return {
      async draw(mermaid) {
        const { result, exceptionDetails } = await send('Runtime.evaluate', {
          expression: `octavoDrawSvg(${JSON.stringify(mermaid)})`,
          awaitPromise: true,
          returnByValue: true,
        });
        if (exceptionDetails !== undefined) throw new Error('rendering the diagram failed');
        return (result as { value: SvgResult }).value;
      },
      async capture(width, height, scale) {
        const { data } = await send('Page.captureScreenshot', {
          format: 'png',
          clip: { x: 0, y: 0, width, height, scale },
          captureBeyondViewport: true,
        });
        return Buffer.from(String(data), 'base64');
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
