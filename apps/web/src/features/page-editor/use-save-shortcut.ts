import { useEffect } from 'react';

/** Saves on Ctrl+S or Cmd+S wherever the focus is, instead of opening the browser's "Save page" dialog. */
export function useSaveShortcut(save: () => Promise<void>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      void save();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [save]);
}
