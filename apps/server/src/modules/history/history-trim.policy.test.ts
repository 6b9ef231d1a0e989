import { describe, expect, it } from 'vitest';
import { planTrim } from './history-trim.policy.ts';

/** Newest first. `5`: a delta to the newer version; `5c`: with a comment; `5w`: stored in full. */
function rows(text: string) {
  return text.split(' ').map((word) => ({
    version: Number.parseInt(word, 10),
    page_comments: word.includes('c') ? 'kept' : '',
    codec: word.includes('w') ? 0 : 1,
  }));
}

describe('trimming a history', () => {
  it.each([
    ['5 4 3', 5, [], []],
    ['5 4 3', 3, [], []],
    ['5 4 3 2 1', 3, [2, 1], []],
    ['5 4 3c 2 1', 2, [2, 1], []],
    ['5 4 3 2c 1', 2, [3, 1], [2]],
    ['5 4 3 2cw 1', 2, [3, 1], []],
    ['5 4 3 2c 1c', 2, [3], [2]],
    ['5c 4c 3c', 1, [], []],
  ])(
    'of %s to %i versions drops %j and stores %j in full',
    (stored, maxVersions, drop, storedInFull) => {
      expect(planTrim(rows(stored), maxVersions)).toEqual({ drop, storedInFull });
    },
  );
});
