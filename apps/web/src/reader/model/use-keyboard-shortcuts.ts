import { useEffect, useRef } from 'react';
import { areSingleKeysEnabled } from '../../shared/device/single-keys.ts';

type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, dialog *'))
  );
}

/** `Ctrl+…` shortcuts always; single keys such as `/` only if they are enabled and the user is not typing. */
export function useKeyboardShortcuts(keys: Shortcuts): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const withCtrl = event.ctrlKey || event.metaKey;
      const handler = latest.current[withCtrl ? `Ctrl+${event.key.toUpperCase()}` : event.key];
      const isSingle = !withCtrl && event.key.length === 1;
      if (!handler || (isSingle && (!areSingleKeysEnabled() || isTyping(event.target)))) return;
      event.preventDefault();
      handler();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
