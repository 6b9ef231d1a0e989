/** Lets a call say "not logged in" without knowing the router; the app listens once. */

type Listener = () => void;
const listeners = new Set<Listener>();

export function announceLoginNeeded(): void {
  for (const listener of listeners) listener();
}

export function onLoginNeeded(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
