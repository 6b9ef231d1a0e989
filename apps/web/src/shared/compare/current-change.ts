import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

const setCurrent = StateEffect.define<{ from: number; to: number }>();
const line = Decoration.line({ class: 'cm-current' });

/** Highlights the change that the user has navigated to. */
export const currentChange = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, state }) {
    for (const effect of effects) {
      if (!effect.is(setCurrent)) continue;
      const { from, to } = effect.value;
      const first = state.doc.lineAt(from).number;
      const last = state.doc.lineAt(Math.max(from, to)).number;
      const starts = Array.from({ length: last - first + 1 }, (_, at) =>
        line.range(state.doc.line(first + at).from),
      );
      return from === to ? Decoration.none : Decoration.set(starts);
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function markChange(view: EditorView, from: number, to: number): void {
  view.dispatch({ effects: setCurrent.of({ from, to }) });
}
