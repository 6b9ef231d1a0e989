import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './tooltips.module.css';

const SHOW_DELAY_MS = 350;
const MARGIN = 8;
/** Like a press of the mouse, a key that activates the element hides its tooltip. */
const HIDING_KEYS = new Set(['Escape', 'Enter', ' ']);

interface ActiveTooltip {
  readonly target: Element;
  readonly text: string;
}

/**
 * Shows the `data-tip` of the hovered or keyboard-focused element. Screens only set the attribute; the accessible name
 * must be set on the element separately.
 */
export function Tooltips() {
  const [shown, setShown] = useState<ActiveTooltip>();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const hide = () => {
      clearTimeout(timer);
      setShown(undefined);
    };
    const show = (event: Event, delay: number) => {
      hide();
      const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null;
      const text = target?.getAttribute('data-tip');
      if (target && text) timer = setTimeout(() => setShown({ target, text }), delay);
    };
    const onPointer = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') show(event, SHOW_DELAY_MS);
    };
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event, 0);
    };
    const onKey = (event: KeyboardEvent) => {
      if (HIDING_KEYS.has(event.key)) hide();
    };
    document.addEventListener('pointerover', onPointer);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', hide);
    document.addEventListener('keydown', onKey);
    window.addEventListener('scroll', hide, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onPointer);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', hide, true);
    };
  }, []);

  // The tooltip must be inside the same top-layer element, which covers everything outside it.
  const host = shown?.target.closest('dialog, [popover]');
  const tip = shown && <Tip key={shown.text} {...shown} />;
  return host ? createPortal(tip, host) : tip;
}

function Tip({ target, text }: ActiveTooltip) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!tip.current) return;
    const targetRect = target.getBoundingClientRect();
    const tipRect = tip.current.getBoundingClientRect();
    const below = targetRect.bottom + MARGIN;
    const top =
      below + tipRect.height > innerHeight ? targetRect.top - tipRect.height - MARGIN : below;
    const centred = targetRect.left + (targetRect.width - tipRect.width) / 2;
    const left = Math.max(MARGIN, Math.min(centred, innerWidth - tipRect.width - MARGIN));
    tip.current.style.transform = `translate(${left}px, ${top}px)`;
  }, [target]);
  return (
    <div ref={tip} className={styles.tip} role="tooltip">
      {text}
    </div>
  );
}
