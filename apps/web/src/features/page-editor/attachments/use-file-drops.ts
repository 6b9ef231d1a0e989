import { useEffect, useRef } from 'react';
import { MAIN_ID } from '../../../shared/ui/skip-link.tsx';

/**
 * Handles files that are dropped beside the source, for example on the preview. Files dropped on other parts of the
 * screen are ignored: without this the browser would open them in place of the editor.
 */
export function useFileDrops(onFiles: (files: readonly File[]) => void): void {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const isUnhandled = ({ defaultPrevented, dataTransfer }: DragEvent) =>
      !defaultPrevented && dataTransfer?.types.includes('Files') === true;
    const onDragOver = (event: DragEvent) => {
      if (isUnhandled(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (!isUnhandled(event)) return;
      event.preventDefault();
      const isInEditor = event.target instanceof Element && event.target.closest(`#${MAIN_ID}`);
      if (isInEditor) latest.current(Array.from(event.dataTransfer?.files ?? []));
    };
    addEventListener('dragover', onDragOver);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('drop', onDrop);
    };
  }, []);
}
