import { useSyncExternalStore } from 'react';

/** The topmost open dialog, or the open drawer of a phone: its backdrop covers everything outside it. */
export function useTopDialog(): Element | undefined {
  return useSyncExternalStore(subscribe, topDialog, () => undefined);
}

const topDialog = () => [...document.querySelectorAll('dialog[open], nav:popover-open')].at(-1);

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document, { subtree: true, attributeFilter: ['open'] });
  // The event does not bubble.
  document.addEventListener('toggle', listener, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('toggle', listener, true);
  };
}
