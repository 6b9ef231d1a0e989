import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useDraft } from './use-draft.ts';

describe('useDraft', () => {
  it('adopts values that another administrator saves and preserves local changes', () => {
    const { result, rerender } = renderHook(({ saved }) => useDraft(saved), {
      initialProps: { saved: { name: 'Harbor', line: '', port: { number: 1 } } },
    });
    expect(result.current.isChanged).toBe(false);
    act(() => result.current.change({ name: 'Quay' }));
    expect(result.current.changes).toEqual({ name: 'Quay' });

    rerender({ saved: { name: 'Harbor', line: 'theirs', port: { number: 2 } } });
    expect(result.current.draft).toEqual({ name: 'Quay', line: 'theirs', port: { number: 2 } });
    expect(result.current.changes).toEqual({ name: 'Quay' });

    rerender({ saved: { name: 'Quay', line: 'theirs', port: { number: 2 } } });
    expect(result.current.isChanged).toBe(false);
  });

  it('sends only the changed fields, also of a nested form', () => {
    const form = (host: string, line: string) => ({ open: true, form: { host, line, ca: '' } });
    const { result, rerender } = renderHook(({ saved }) => useDraft(saved), {
      initialProps: { saved: form('old', '') },
    });
    act(() => result.current.change({ form: { host: 'mine', line: '', ca: '' } }));
    expect(result.current.changes).toEqual({ form: { host: 'mine' } });
    rerender({ saved: form('old', 'theirs') });
    expect(result.current.draft).toEqual(form('mine', 'theirs'));
    expect(result.current.changes).toEqual({ form: { host: 'mine' } });
  });

  it('discards all changes, including a typed secret', () => {
    const { result, rerender } = renderHook(({ saved }) => useDraft(saved), {
      initialProps: { saved: { host: '', secret: '' } },
    });
    act(() => result.current.change({ host: 'ldap.test', secret: 'typed' }));
    act(() => result.current.discard());
    rerender({ saved: { host: 'ldap.test', secret: '' } });
    expect(result.current.draft).toEqual({ host: 'ldap.test', secret: '' });
    expect(result.current.isChanged).toBe(false);
  });
});
