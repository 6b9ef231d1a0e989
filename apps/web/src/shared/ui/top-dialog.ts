import { useSyncExternalStore } from 'react';

/** The open dialog that lies on top: everything outside it is covered by its mask and inert. */
export function useTopDialog(): Element | undefined {
  return useSyncExternalStore(subscribe, topDialog, () => undefined);
}

const topDialog = () => [...document.querySelectorAll('dialog[open]')].at(-1);

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}
