import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The line is higher than the cursor. */
const MARGIN = 8;

/** Scrolls when the pane becomes smaller, for a banner or the keyboard of a phone, and would hide the cursor. */
export function keepCursorVisible(): Extension {
  let height = 0;
  const measure = {
    read(view: EditorView) {
      const pane = view.scrollDOM.getBoundingClientRect();
      const cursor = view.coordsAtPos(view.state.selection.main.head);
      return { pane: pane.height, cursor: cursor ? cursor.bottom - pane.top + MARGIN : 0 };
    },
    write({ pane, cursor }: { pane: number; cursor: number }, view: EditorView) {
      if (cursor > pane && cursor <= height + MARGIN) view.scrollDOM.scrollTop += cursor - pane;
      height = pane;
    },
  };
  return EditorView.updateListener.of(({ view, geometryChanged, docChanged }) => {
    if (geometryChanged && !docChanged) view.requestMeasure(measure);
  });
}
