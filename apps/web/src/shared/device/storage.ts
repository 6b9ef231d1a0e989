/** Small choices kept on this device. A browser may forbid storage; then they last for this tab. */

const PREFIX = 'octavo.';

export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Forbidden or full: the choice still holds until the tab is closed.
  }
}
