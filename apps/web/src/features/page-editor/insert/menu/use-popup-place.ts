import { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { InsertSession } from '../insert-session.ts';
import { placePopup } from './place-popup.ts';

/** The visible part of the pane; a menu of a button may leave the pane. */
function visiblePane(view: EditorView, isFromButton: boolean) {
  if (isFromButton) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const { left, right, top, bottom } = view.dom.getBoundingClientRect();
  return { left, right, top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
}

/** Calls a function when the window, the keyboard of a phone or the scroll position changes. */
function onViewportChange(place: () => void): () => void {
  addEventListener('scroll', place, { capture: true, passive: true });
  addEventListener('resize', place);
  window.visualViewport?.addEventListener('resize', place);
  window.visualViewport?.addEventListener('scroll', place);
  return () => {
    removeEventListener('scroll', place, { capture: true });
    removeEventListener('resize', place);
    window.visualViewport?.removeEventListener('resize', place);
    window.visualViewport?.removeEventListener('scroll', place);
  };
}

/** The part of the visible screen that a sheet may cover. */
const SHEET_SHARE = 0.46;

/** A sheet is at the bottom of the screen, above the keyboard. */
function placeSheet(popup: HTMLElement): void {
  const top = window.visualViewport?.offsetTop ?? 0;
  const height = window.visualViewport?.height ?? innerHeight;
  popup.style.visibility = 'visible';
  popup.style.bottom = `${Math.max(innerHeight - top - height, 0)}px`;
  popup.style.maxHeight = `${Math.round(height * SHEET_SHARE)}px`;
}

/** Other menus are at the mark in the text, or below their button. */
function placeAtAnchor(
  popup: HTMLElement,
  list: HTMLElement,
  view: EditorView,
  { from, button }: InsertSession,
): void {
  view.requestMeasure({
    key: popup,
    read() {
      const anchor = button?.getBoundingClientRect() ?? view.coordsAtPos(from, 1);
      if (!anchor) return null;
      const hidden = list.scrollHeight - list.clientHeight;
      const size = { width: popup.offsetWidth, height: popup.offsetHeight + hidden };
      return placePopup(anchor, visiblePane(view, button !== null), size);
    },
    write(placed) {
      // Without coordinates the line of the mark is scrolled out of view.
      popup.style.visibility = placed ? 'visible' : 'hidden';
      if (!placed) return;
      popup.style.left = `${placed.left}px`;
      popup.style.top = `${placed.top}px`;
      popup.style.maxHeight = `${placed.maxHeight}px`;
    },
  });
}

/** Scrolls the line of the cursor above a sheet. */
function uncoverCursor(popup: HTMLElement, view: EditorView): void {
  const cover = popup.getBoundingClientRect();
  const { head } = view.state.selection.main;
  const cursor = view.coordsAtPos(head);
  if (!cursor || cursor.bottom < cover.top) return;
  view.dom.style.setProperty('--insert-sheet', `${cover.height}px`);
  view.dispatch({ effects: EditorView.scrollIntoView(head, { y: 'start' }) });
}

/** Places a menu, and again when the query or the window changes. */
export function usePopupPlace(view: EditorView, session: InsertSession, isSheet: boolean) {
  const popup = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      if (!popup.current || !list.current) return;
      if (isSheet) placeSheet(popup.current);
      else placeAtAnchor(popup.current, list.current, view, session);
    };
    place();
    return onViewportChange(place);
  });
  useEffect(() => {
    if (!isSheet) return;
    const frame = requestAnimationFrame(() => {
      if (popup.current) uncoverCursor(popup.current, view);
    });
    return () => {
      cancelAnimationFrame(frame);
      view.dom.style.removeProperty('--insert-sheet');
    };
  }, [view, isSheet]);
  return { popup, list };
}
