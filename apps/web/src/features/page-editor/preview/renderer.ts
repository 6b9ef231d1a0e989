/** Rendering times out after 10 s; the preview then keeps its previous HTML. */
const RENDER_TIMEOUT_MS = 10_000;

export interface Renderer {
  /** Renders a text. While the worker is busy, only the latest text is queued. */
  readonly render: (text: string) => void;
  readonly close: () => void;
}

export function createRenderer(
  onHtml: (html: string) => void,
  onFailed: () => void = () => {},
): Renderer {
  let worker: Worker | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let queuedText: string | undefined;

  function terminate(): void {
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
    isBusy = false;
  }

  function renderNext(): void {
    clearTimeout(timer);
    isBusy = false;
    const queued = queuedText;
    queuedText = undefined;
    if (queued !== undefined) render(queued);
  }

  function startWorker(): Worker {
    const newWorker = new Worker(new URL('./render.worker.ts', import.meta.url), {
      type: 'module',
    });
    newWorker.addEventListener('message', ({ data }: MessageEvent<string>) => {
      onHtml(data);
      renderNext();
    });
    newWorker.addEventListener('error', () => {
      terminate();
      onFailed();
      renderNext();
    });
    return newWorker;
  }

  function render(text: string): void {
    if (isBusy) {
      queuedText = text;
      return;
    }
    isBusy = true;
    worker ??= startWorker();
    timer = setTimeout(() => {
      terminate();
      onFailed();
      renderNext();
    }, RENDER_TIMEOUT_MS);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ text, siteOrigin: location.origin });
  }

  return { render, close: terminate };
}
