import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import '../../../shared/markdown/prose.css';
import type { Emitter } from '../emitter.ts';
import { blockField } from './block-decorations.ts';
import { createBlockRenderer } from './block-renderer.ts';
import { imageSelections } from './image-selection.ts';
import styles from './live.module.css';
import type { LiveLabels } from './live-labels.ts';
import { liveState } from './live-state.ts';
import { liveKeys } from './move-into-blocks.ts';
import { cellEditing } from './table/cell-editing.ts';
import { textDecorations } from './text-decorations.ts';

interface LiveContext {
  readonly labels: LiveLabels;
  /** Reports changes of the selected image. */
  readonly selections: Emitter;
  readonly isMenuOpen: () => boolean;
}

/** Displays Markdown as a page. It only decorates the text; what changes it is the user's input. */
export function liveExtension({ labels, selections, isMenuOpen }: LiveContext) {
  const renderer = createBlockRenderer();
  const { field, extension } = blockField({ labels, renderer });
  const all: Extension = [
    imageSelections(selections),
    liveState,
    extension,
    textDecorations(labels, renderer, field),
    liveKeys(field, labels),
    cellEditing({ field, labels, isMenuOpen }),
    EditorView.editorAttributes.of({ class: styles.live ?? '' }),
    ViewPlugin.define(() => ({ destroy: renderer.close })),
  ];
  return { extension: all, field };
}
