import { getChunks } from '@codemirror/merge';
import type { EditorState } from '@codemirror/state';
import { gutter, GutterMarker } from '@codemirror/view';

class SignMarker extends GutterMarker {
  readonly sign: string;

  constructor(sign: string) {
    super();
    this.sign = sign;
  }

  override toDOM(): Text {
    return document.createTextNode(this.sign);
  }
}

/** A gutter with a plus or minus for changed lines, so that colour is not the only indication. */
export function changeSigns(side: 'a' | 'b', sign: '+' | '−') {
  const marker = new SignMarker(sign);
  return gutter({
    class: 'cm-signs',
    lineMarker: (view, { from }) => (isChanged(view.state, side, from) ? marker : null),
    lineMarkerChange: () => true,
  });
}

function isChanged(state: EditorState, side: 'a' | 'b', at: number): boolean {
  const chunks = getChunks(state)?.chunks ?? [];
  return chunks.some(({ fromA, toA, fromB, toB }) =>
    side === 'a' ? at >= fromA && at < toA : at >= fromB && at < toB,
  );
}
