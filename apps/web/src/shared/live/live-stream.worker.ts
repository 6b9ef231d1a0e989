/**
 * One event stream for all windows of a browser. Events carry no content: a window that shows data of that kind
 * fetches it again.
 */

/** Messages to the windows: whether the stream is connected, and the name of each event. */
export type LiveMessage = { readonly live: boolean } | { readonly news: string };

/** After a response that is not an event stream the browser does not reconnect; the windows poll until then. */
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

/** If another user has signed in to this browser, the stream is opened again for that user. */
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
