import { useEffect } from 'react';

/** Saves on Ctrl+S or Cmd+S wherever the focus is, instead of opening the browser's "Save page" dialog. */
export function useSaveKey(save: () => Promise<void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      void save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [save]);
}
