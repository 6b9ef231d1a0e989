/** Decouples the API client from the router: a call announces "not logged in", and the app listens. */

type Listener = () => void;
const listeners = new Set<Listener>();

/** Screens with unsaved work, which prompt for a new login in place. */
const holders = new Set<Listener>();

export function announceLoginNeeded(): void {
  for (const listener of holders.size > 0 ? holders : listeners) listener();
}

/** While an interceptor is registered, the app does not redirect to the login screen. */
export function holdLogin(holder: Listener): () => void {
  holders.add(holder);
  return () => holders.delete(holder);
}

export function onLoginNeeded(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
