import { useSyncExternalStore } from 'react';

/** The topmost open dialog, or the open drawer of a phone: its backdrop covers everything outside it. */
export function useTopDialog(): Element | undefined {
  return useSyncExternalStore(subscribe, topDialog, () => undefined);
}

const topDialog = () => [...document.querySelectorAll('dialog[open], nav:popover-open')].at(-1);

function subscribe(listener: () => void): () => void {
  // An open dialog may also be removed without being closed.
  const removals = new MutationObserver(update);
  const openings = new MutationObserver(update);
  function update() {
    removals.disconnect();
    if (topDialog()) removals.observe(document.body, { childList: true, subtree: true });
    listener();
  }
  openings.observe(document, { subtree: true, attributeFilter: ['open'] });
  // The event does not bubble.
  document.addEventListener('toggle', update, true);
  return () => {
    removals.disconnect();
    openings.disconnect();
    document.removeEventListener('toggle', update, true);
  };
}
