import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Signal } from '../signal.ts';
import { createRenderer, type Renderer } from './renderer.ts';

/** Longer texts are rendered on demand only. */
export const LIVE_LIMIT = 3000;
const AFTER = 150;

interface Preview {
  readonly html: string;
  /** The text is too long for live rendering. */
  readonly isPaused: boolean;
  readonly refresh: () => void;
}

/** Renders the text of the editor as HTML while the preview is mounted. */
export function usePreview(view: EditorView | null, changes: Signal): Preview {
  const [html, setHtml] = useState('');
  const isLong = () => view !== null && view.state.doc.length > LIVE_LIMIT;
  const isPaused = useSyncExternalStore(changes.listen, isLong);
  const renderer = useRef<Renderer>(null);

  useEffect(() => {
    if (!view) return;
    const made = createRenderer(setHtml);
    renderer.current = made;
    made.render(view.state.doc.toString());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      clearTimeout(timer);
      if (view.state.doc.length <= LIVE_LIMIT)
        timer = setTimeout(() => made.render(view.state.doc.toString()), AFTER);
    };
    const stop = changes.listen(onChange);
    return () => {
      stop();
      clearTimeout(timer);
      made.close();
      renderer.current = null;
    };
  }, [view, changes]);

  return {
    html,
    isPaused,
    refresh: () => view && renderer.current?.render(view.state.doc.toString()),
  };
}
