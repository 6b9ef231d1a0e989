/** Settings stored on this device. If the browser blocks storage, they last until the tab is closed. */

const PREFIX = 'octavo.';

export function readSetting(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeSetting(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage is blocked or full: the setting is lost when the tab is closed.
  }
}
