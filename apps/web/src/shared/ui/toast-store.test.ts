import { afterEach, expect, it, vi } from 'vitest';
import { dismissErrors, dismissToast, shownToasts, showToast } from './toast-store.ts';

afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
  vi.useRealTimers();
});

const texts = () => shownToasts().map(({ text }) => text);

it('a success message replaces older errors and disappears automatically', () => {
  vi.useFakeTimers();
  showToast({ kind: 'error', text: 'The server did not answer' });
  expect(texts()).toEqual(['The server did not answer']);
  showToast({ kind: 'done', text: 'Page saved' });
  expect(texts()).toEqual(['Page saved']);
  showToast({ kind: 'error', text: 'Refused' });
  expect(texts()).toEqual(['Page saved', 'Refused']);
  vi.runAllTimers();
  expect(texts()).toEqual(['Refused']);
});

it('a success without a message removes errors only', () => {
  vi.useFakeTimers();
  showToast({ kind: 'done', text: 'Copied' });
  showToast({ kind: 'error', text: 'Refused' });
  dismissErrors();
  expect(texts()).toEqual(['Copied']);
});
