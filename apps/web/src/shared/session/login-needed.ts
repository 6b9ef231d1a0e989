/** Decouples the API client from the router: a call announces "not logged in", and the app listens. */

type Listener = () => void;
const listeners = new Set<Listener>();

/** Screens and fields with unsaved work, which prompt for a new login in place. */
const interceptors = new Set<Listener>();

export function announceLoginNeeded(): void {
  for (const listener of interceptors.size > 0 ? interceptors : listeners) listener();
}

/** While an interceptor is registered, the app does not redirect to the login screen. */
export function interceptLogin(interceptor: Listener): () => void {
  interceptors.add(interceptor);
  return () => interceptors.delete(interceptor);
}

export function onLoginNeeded(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
