import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { ACTORS, expectedCode, MATRIX, STATES } from './matrix-table.ts';
import { MARKERS, createMatrix } from './matrix-fixture.ts';
import type { Matrix } from './matrix-fixture.ts';

let site: TestSite;
let matrix: Matrix;
beforeAll(async () => {
  // Only the authorization of exports is tested, so no worker runs them.
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  matrix = await createMatrix(site);
});
afterAll(() => site.close());

const itemCalls = Object.entries(calls).flatMap(([noun, verbs]) =>
  Object.entries(verbs)
    .map(([verb, call]) => [`${noun}.${verb}`, call as Call] as const)
    .filter(([, call]) => call.access.who === 'item'),
);

describe('rights by call, actor and state', () => {
  it('has a row for every call on an item and a code in every cell', () => {
    expect(Object.keys(MATRIX).toSorted()).toEqual(itemCalls.map(([name]) => name).toSorted());
    for (const [name] of itemCalls)
      for (const actor of ACTORS)
        for (const [at, state] of STATES.entries())
          expect([name, actor, state, expectedCode(name, actor, at)]).not.toContain(undefined);
  });

  it.each(itemCalls)('%s', async (name, call) => {
    expect(await matrix.check(name, call)).toEqual([]);
  });

  it('documents show no text to actors without read access', async () => {
    expect(await matrix.checkDocuments()).toEqual([]);
  });

  it('logs no hidden text', () => {
    const log = site.logLines.join('\n');
    for (const marker of Object.values(MARKERS)) expect(log).not.toContain(marker);
  });
});
