/** Rendering times out after 10 s; the preview then keeps its previous HTML. */
const PATIENCE = 10_000;

export interface Renderer {
  /** Renders a text. While the worker is busy, only the latest text is queued. */
  readonly render: (text: string) => void;
  readonly close: () => void;
}

export function createRenderer(onHtml: (html: string) => void): Renderer {
  let worker: Worker | undefined;
  let clock: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let next: string | undefined;

  function end(): void {
    clearTimeout(clock);
    worker?.terminate();
    worker = undefined;
    isBusy = false;
  }

  function goOn(): void {
    clearTimeout(clock);
    isBusy = false;
    const waiting = next;
    next = undefined;
    if (waiting !== undefined) render(waiting);
  }

  function open(): Worker {
    const made = new Worker(new URL('./render.worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', ({ data }: MessageEvent<string>) => {
      onHtml(data);
      goOn();
    });
    made.addEventListener('error', () => {
      end();
      goOn();
    });
    return made;
  }

  function render(text: string): void {
    if (isBusy) {
      next = text;
      return;
    }
    isBusy = true;
    worker ??= open();
    clock = setTimeout(() => {
      end();
      goOn();
    }, PATIENCE);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ text, siteOrigin: location.origin });
  }

  return { render, close: end };
}
