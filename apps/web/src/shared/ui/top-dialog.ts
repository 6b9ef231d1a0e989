import { useSyncExternalStore } from 'react';

/** The topmost open dialog: everything outside it is covered by its backdrop and inert. */
export function useTopDialog(): Element | undefined {
  return useSyncExternalStore(subscribe, topDialog, () => undefined);
}

const topDialog = () => [...document.querySelectorAll('dialog[open]')].at(-1);

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}
