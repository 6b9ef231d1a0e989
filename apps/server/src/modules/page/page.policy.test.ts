import { describe, expect, it } from 'vitest';
import { mayDelete } from './page.policy.ts';

const ME = 7;
const OTHER = 8;

describe('deleting a page', () => {
  const page = { itemType: 1, owner: false, uid: ME, creator_uid: OTHER, author_uid: OTHER };
  it.each([
    ['an owner', { owner: true }, true],
    ['its creator', { creator_uid: ME }, true],
    ['its last author', { author_uid: ME }, true],
    ['the author of a former version', { hasVersion: true }, true],
    ['an editor who is not an author of the page', {}, false],
    [
      'an editor, of a page whose authors are deleted',
      { creator_uid: null, author_uid: null },
      false,
    ],
    ['an owner, in a single-page item', { owner: true, itemType: 2 }, false],
    ['its creator, in a table item', { creator_uid: ME, itemType: 4 }, false],
  ])('by %s', (_case, facts, allowed) => {
    expect(mayDelete({ ...page, hasVersion: false, ...facts })).toBe(allowed);
  });
});
