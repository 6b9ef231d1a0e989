import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Emitter } from '../emitter.ts';
import { createRenderer, type Renderer } from './renderer.ts';

/** Longer texts are rendered on demand only. */
export const LIVE_PREVIEW_LIMIT = 3000;
const RENDER_DELAY_MS = 150;

interface Preview {
  readonly html: string;
  /** The text is too long for live rendering. */
  readonly isPaused: boolean;
  readonly refresh: () => void;
}

/** Renders the text of the editor as HTML while the preview is mounted. */
export function usePreview(view: EditorView | null, changes: Emitter): Preview {
  const [html, setHtml] = useState('');
  const isLong = () => view !== null && view.state.doc.length > LIVE_PREVIEW_LIMIT;
  const isPaused = useSyncExternalStore(changes.on, isLong);
  const renderer = useRef<Renderer>(null);

  useEffect(() => {
    if (!view) return;
    const newRenderer = createRenderer(setHtml);
    renderer.current = newRenderer;
    newRenderer.render(view.state.doc.toString());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      clearTimeout(timer);
      if (view.state.doc.length <= LIVE_PREVIEW_LIMIT)
        timer = setTimeout(() => newRenderer.render(view.state.doc.toString()), RENDER_DELAY_MS);
    };
    const unsubscribe = changes.on(onChange);
    return () => {
      unsubscribe();
      clearTimeout(timer);
      newRenderer.close();
      renderer.current = null;
    };
  }, [view, changes]);

  return {
    html,
    isPaused,
    refresh: () => view && renderer.current?.render(view.state.doc.toString()),
  };
}
