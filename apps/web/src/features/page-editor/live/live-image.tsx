import type { EditorView } from '@codemirror/view';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { FileUploads } from '../attachments/upload-files.ts';
import type { Emitter } from '../emitter.ts';
import { useLoaded } from '../table/use-loaded.ts';
import { findDrawnImage, selectedImage, selectImage } from './image-selection.ts';

interface LiveImageProps {
  view: EditorView;
  changes: Emitter;
  /** Another image was selected, or its toolbar opened or closed. */
  selections: Emitter;
  uploads: FileUploads;
}

const loadSelectedImage = () => import('../image/selected-image.tsx');

/** The frame and the toolbar of the selected image of Live mode. */
export function LiveImage({ view, changes, selections, uploads }: LiveImageProps) {
  const selection = () => view.state.field(selectedImage, false);
  const isOpen = useSyncExternalStore(selections.on, () => selection()?.isOpen === true);
  const tools = useLoaded(isOpen, loadSelectedImage);
  if (!isOpen || !tools) return null;
  const position = () => selection()?.from;
  return createPortal(
    <tools.SelectedImage
      view={view}
      changes={changes}
      pane={view.scrollDOM}
      content={view.contentDOM}
      find={() => {
        const from = position();
        return from === undefined ? undefined : findDrawnImage(view, from);
      }}
      position={position}
      uploads={uploads}
      onClose={(returnsFocus) => {
        const now = selection();
        if (now) view.dispatch({ effects: selectImage.of({ ...now, isOpen: false }) });
        if (returnsFocus) view.focus();
      }}
    />,
    view.scrollDOM,
  );
}
