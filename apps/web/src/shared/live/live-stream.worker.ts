/**
 * One stream of news for all windows of a browser. The news carries no content: whoever shows
 * something of its kind asks for it again.
 */

/** What the windows hear: whether the stream runs, and the name of each piece of news. */
export type LiveMessage = { readonly live: boolean } | { readonly news: string };

/** After an answer that is no stream the browser gives up; the windows ask by themselves meanwhile. */
const AGAIN = 30_000;
const NEWS = ['notice'] as const;

const ports = new Set<MessagePort>();
let live = false;
let uid = 0;
let source: EventSource | undefined;
let again: ReturnType<typeof setTimeout> | undefined;

function tellAll(message: LiveMessage): void {
  for (const port of ports) port.postMessage(message);
}

function setLive(now: boolean): void {
  live = now;
  tellAll({ live });
}

function open(): void {
  clearTimeout(again);
  source?.close();
  const opened = new EventSource('/api/events');
  source = opened;
  opened.addEventListener('open', () => setLive(true));
  opened.addEventListener('error', () => {
    setLive(false);
    if (opened.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN);
  });
  for (const news of NEWS) opened.addEventListener(news, () => tellAll({ news }));
}

/** Another person in the same browser: their windows, their stream. */
function serve(port: MessagePort, whose: number): void {
  ports.add(port);
  if (whose !== uid) {
    uid = whose;
    live = false;
    open();
  }
  port.postMessage({ live } satisfies LiveMessage);
}

self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  port.addEventListener('message', ({ data }: MessageEvent<number>) => serve(port, data));
  port.start();
});
