/** Lets a call say "not logged in" without knowing the router; the app listens once. */

type Listener = () => void;
const listeners = new Set<Listener>();

/** Unsaved work on the screen, which asks for a new login in place. */
const holders = new Set<Listener>();

export function announceLoginNeeded(): void {
  for (const listener of holders.size > 0 ? holders : listeners) listener();
}

/** As long as it is held, nobody is sent to the login screen. */
export function holdLogin(holder: Listener): () => void {
  holders.add(holder);
  return () => holders.delete(holder);
}

export function onLoginNeeded(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
