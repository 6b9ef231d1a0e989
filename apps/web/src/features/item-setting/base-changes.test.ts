import { describe, expect, it } from 'vitest';
import { changesOf } from './base-changes.ts';

const item = {
  item_id: 1024,
  item_name: 'Harbor Commerce API',
  item_description: 'Orders and payments.',
  item_domain: 'commerce',
  item_type: 1,
  is_private: 0,
  is_archived: 0,
  creator: 1,
  username: 'mei.lin',
  addtime: '2026-03-14T14:32:00.000Z',
  last_update_time: '2026-03-14T14:32:00.000Z',
} as const;
const closed = { ...item, is_private: 1 } as const;
const fields = {
  item_name: item.item_name,
  item_description: item.item_description,
  item_domain: item.item_domain,
  password: '',
};

describe('changesOf', () => {
  it('returns undefined when nothing differs', () => {
    expect(changesOf(item, fields, 'open')).toBeUndefined();
    expect(changesOf(closed, fields, 'private')).toBeUndefined();
    expect(
      changesOf(item, { ...fields, item_name: ` ${item.item_name} ` }, 'open'),
    ).toBeUndefined();
  });

  it('returns only the changed fields and is_private', () => {
    expect(changesOf(item, { ...fields, item_name: 'Harbor' }, 'open')).toEqual({
      item_name: 'Harbor',
      is_private: false,
    });
    expect(changesOf(closed, { ...fields, item_domain: '' }, 'private')).toEqual({
      item_domain: '',
      is_private: true,
    });
  });

  it('includes the password only for a private item', () => {
    const typed = { ...fields, password: 'tide-4471' };
    expect(changesOf(closed, typed, 'private')).toEqual({
      is_private: true,
      password: 'tide-4471',
    });
    expect(changesOf(closed, typed, 'open')).toEqual({ is_private: false });
    expect(changesOf(item, typed, 'open')).toBeUndefined();
  });
});
