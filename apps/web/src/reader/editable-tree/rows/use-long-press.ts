import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls. */
const MAX_MOVEMENT = 10;

interface Press {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly x: number;
  readonly y: number;
}

/** A touch that stays in place for half a second. Its release is not a tap. */
export function useLongPress(onLongPress: (target: Element) => void) {
  const press = useRef<Press>(undefined);
  const wasLong = useRef(false);

  function end() {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  }
  useEffect(() => () => clearTimeout(press.current?.timer), []);

  return {
    onPointerDown(event: PointerEvent) {
      end();
      wasLong.current = false;
      const { target } = event;
      if (event.pointerType !== 'touch' || !event.isPrimary || !(target instanceof Element)) return;
      const timer = setTimeout(() => {
        wasLong.current = true;
        onLongPress(target);
      }, LONG_PRESS_MS);
      press.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVEMENT) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** Returns true if the click is the release of a long press. */
    isRelease(event: MouseEvent): boolean {
      const isRelease = wasLong.current && event.detail > 0;
      wasLong.current = false;
      return isRelease;
    },
  };
}
