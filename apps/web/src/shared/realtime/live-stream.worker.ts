/**
 * One event stream for all windows of a browser. Events carry no content: a window that shows data of that kind
 * fetches it again.
 */

/** Messages to the windows: whether the stream is connected, and the name of each event. */
export type StreamMessage = { readonly live: boolean } | { readonly news: string };

/** After a response that is not an event stream the browser does not reconnect; the windows poll until then. */
const RECONNECT_DELAY_MS = 30_000;
const EVENT_NAMES = ['notice'] as const;

const ports = new Set<MessagePort>();
let live = false;
let uid = 0;
let source: EventSource | undefined;
let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

function broadcast(message: StreamMessage): void {
  for (const port of ports) port.postMessage(message);
}

function setConnected(now: boolean): void {
  live = now;
  broadcast({ live });
}

function openStream(): void {
  clearTimeout(reconnectTimer);
  source?.close();
  const eventSource = new EventSource('/api/events');
  source = eventSource;
  eventSource.addEventListener('open', () => setConnected(true));
  eventSource.addEventListener('error', () => {
    setConnected(false);
    if (eventSource.readyState === EventSource.CLOSED)
      reconnectTimer = setTimeout(openStream, RECONNECT_DELAY_MS);
  });
  for (const news of EVENT_NAMES) eventSource.addEventListener(news, () => broadcast({ news }));
}

/** If another user has signed in to this browser, the stream is opened again for that user. */
function attachPort(port: MessagePort, portUid: number): void {
  ports.add(port);
  if (portUid !== uid) {
    uid = portUid;
    live = false;
    openStream();
  }
  port.postMessage({ live } satisfies StreamMessage);
}

self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  port.addEventListener('message', ({ data }: MessageEvent<number>) => attachPort(port, data));
  port.start();
});
