import { createRenderer, type Renderer } from '../preview/renderer.ts';

/** The HTML of a block, or null if it could not be rendered. */
export type Drawing = string | null;

/** Renders single blocks with the reader's renderer in a worker and caches the result by their source. */
export interface BlockRenderer {
  readonly get: (text: string) => Drawing | undefined;
  /** Renders a block and calls back once; not at all after the returned function was called. */
  readonly request: (text: string, onDone: (drawing: Drawing) => void) => () => void;
  /** The last heights of drawn blocks in pixels, so that scrolling does not jump. */
  readonly heights: Map<string, number>;
  readonly close: () => void;
}

const MAX_CACHED = 1000;

export function createBlockRenderer(): BlockRenderer {
  const cache = new Map<string, Drawing>();
  const heights = new Map<string, number>();
  const waiting = new Map<string, Set<(drawing: Drawing) => void>>();
  let current: string | undefined;
  let worker: Renderer | undefined;

  function finish(drawing: Drawing): void {
    const text = current;
    current = undefined;
    if (text === undefined) return;
    const [oldest] = cache.keys();
    if (cache.size >= MAX_CACHED && oldest !== undefined) {
      cache.delete(oldest);
      heights.delete(oldest);
    }
    cache.set(text, drawing);
    const listeners = waiting.get(text);
    waiting.delete(text);
    for (const listener of listeners ?? []) listener(drawing);
  }

  function renderNext(): void {
    if (current !== undefined) return;
    for (const [text, listeners] of waiting) {
      if (listeners.size === 0) {
        waiting.delete(text);
        continue;
      }
      current = text;
      // The renderer is free again only after this callback.
      worker ??= createRenderer(
        (html) => {
          finish(html);
          queueMicrotask(renderNext);
        },
        () => {
          finish(null);
          queueMicrotask(renderNext);
        },
      );
      worker.render(text);
      return;
    }
  }

  return {
    heights,
    get: (text) => cache.get(text),
    request(text, onDone) {
      const listeners = waiting.get(text) ?? new Set();
      listeners.add(onDone);
      waiting.set(text, listeners);
      renderNext();
      return () => listeners.delete(onDone);
    },
    close() {
      waiting.clear();
      worker?.close();
      worker = undefined;
      current = undefined;
    },
  };
}
