import { describe, expect, it } from 'vitest';
import { covers, union } from './scope.ts';
import { resolveRights } from './effective-rights.ts';

const OWNER = 1;
const OTHER = 2;
const publicItem = { uid: OWNER, item_type: 1, is_archived: 0, is_private: false };
const privateItem = { ...publicItem, is_private: true };
const archived = { ...privateItem, is_archived: 1 };
const imported = { ...privateItem, item_type: 3 };
const editor = { member_group_id: 1, cat_id: 0, team_id: null, is_exception: false };
const reader = { member_group_id: 0, cat_id: 0, team_id: null, is_exception: false };
const editorOf7 = { member_group_id: 1, cat_id: 7, team_id: null, is_exception: false };
const readerOf8 = { member_group_id: 0, cat_id: 8, team_id: null, is_exception: false };

describe('resolveRights', () => {
  it.each([
    ['a visitor of an open item', publicItem, undefined, [], false, 'all', 'none', false],
    ['a visitor of a private item', privateItem, undefined, [], false, 'none', 'none', false],
    ['a visitor with a pass', privateItem, undefined, [], true, 'all', 'none', false],
    [
      'a user without access to a private item',
      privateItem,
      OTHER,
      [],
      false,
      'none',
      'none',
      false,
    ],
    ['the owner', privateItem, OWNER, [], false, 'all', 'all', true],
    ['the owner of an archived item', archived, OWNER, [], false, 'all', 'none', true],
    ['the owner of an imported item', imported, OWNER, [], false, 'all', 'none', true],
    ['a reading member', privateItem, OTHER, [reader], false, 'all', 'none', false],
    ['an editing member', privateItem, OTHER, [editor], false, 'all', 'all', false],
    [
      'an editing member of an archived item',
      archived,
      OTHER,
      [editor],
      false,
      'all',
      'none',
      false,
    ],
    ['an editor of one catalog', privateItem, OTHER, [editorOf7], false, [7], [7], false],
    [
      'an editor of one catalog who reads another',
      privateItem,
      OTHER,
      [editorOf7, readerOf8],
      false,
      [7, 8],
      [7],
      false,
    ],
    [
      'a reader of all catalogs who edits one',
      privateItem,
      OTHER,
      [reader, editorOf7],
      false,
      'all',
      [7],
      false,
    ],
    [
      'an editor of one catalog of an open item',
      publicItem,
      OTHER,
      [editorOf7],
      false,
      'all',
      [7],
      false,
    ],
  ] as const)('%s', (_who, item, uid, memberships, hasVisitPass, view, edit, owner) => {
    expect(resolveRights(item, uid, memberships, hasVisitPass)).toMatchObject({
      view,
      edit,
      owner,
    });
  });

  it('treats a team membership like a direct membership, and combines both as a union', () => {
    for (const membership of [editor, reader, editorOf7, readerOf8]) {
      const viaTeam = resolveRights(privateItem, OTHER, [{ ...membership, team_id: 5 }], false);
      const direct = resolveRights(privateItem, OTHER, [membership], false);
      expect([viaTeam.view, viaTeam.edit]).toEqual([direct.view, direct.edit]);
    }
    const both = resolveRights(privateItem, OTHER, [reader, { ...editorOf7, team_id: 5 }], false);
    expect([both.view, both.edit]).toEqual(['all', [7]]);
  });

  it('returns every reason with the scope that it grants by itself, and the limits', () => {
    const { reasons, limits } = resolveRights(
      { ...archived, is_private: false },
      OTHER,
      [editorOf7, { ...reader, team_id: 5 }],
      true,
    );
    expect(reasons.map(({ because, view, edit }) => [because, view, edit])).toEqual([
      ['open', 'all', 'none'],
      ['pass', 'all', 'none'],
      ['member', [7], [7]],
      ['team', 'all', 'none'],
    ]);
    expect(limits).toEqual(['archived']);
    expect(resolveRights(imported, OWNER, [], false).reasons).toEqual([
      { because: 'owner', view: 'all', edit: 'all' },
    ]);
  });

  it('returns the edit scope of an archived item for calls that only reduce access', () => {
    expect(resolveRights(archived, OTHER, [editorOf7], false).restrict).toEqual([7]);
    expect(resolveRights(imported, OWNER, [], false).restrict).toBe('none');
  });

  it('allows editors to copy from archived and imported items', () => {
    for (const item of [privateItem, archived, imported, { ...imported, is_archived: 1 }]) {
      expect(resolveRights(item, OWNER, [], false).copy).toBe('all');
      expect(resolveRights(item, OTHER, [editorOf7, readerOf8], false).copy).toEqual([7]);
      expect(resolveRights(item, OTHER, [reader], true).copy).toBe('none');
    }
  });
});

describe('a scope', () => {
  it('of some catalogs does not cover the root', () => {
    expect(covers([7], 0)).toBe(false);
    expect(covers([7], 7)).toBe(true);
    expect(covers('all', 0)).toBe(true);
    expect(covers('none', 7)).toBe(false);
  });

  it('can be combined with another scope', () => {
    expect(union('none', [7])).toEqual([7]);
    expect(union([7], [8, 7])).toEqual([7, 8]);
    expect(union([7], 'all')).toBe('all');
  });
});
