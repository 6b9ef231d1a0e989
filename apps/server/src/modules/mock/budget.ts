/** Thrown before a template produces more than the limits allow. */
export class MockLimitError extends Error {}

const LIMITS = { depth: 20, nodes: 10_000, bytes: 1_000_000, length: 100_000 } as const;

/** Limits the length of a text or list of one placeholder. Negative and invalid numbers become 0. */
export function assertLength(length: number): number {
  if (length > LIMITS.length) throw new MockLimitError('length');
  return Number.isFinite(length) ? Math.max(0, Math.trunc(length)) : 0;
}

/** The limits of one evaluation. */
export function createBudget() {
  let nodes = 0;
  let bytes = 0;
  return {
    enter(depth: number) {
      nodes += 1;
      if (depth > LIMITS.depth || nodes > LIMITS.nodes) throw new MockLimitError('nodes');
    },
    /** Called for every text, and before a text is repeated or joined. */
    spend(length: number) {
      bytes += length;
      if (!(bytes <= LIMITS.bytes)) throw new MockLimitError('bytes');
    },
    /** Called before a list is repeated. */
    assertRepeatCount(times: number) {
      if (!(times <= LIMITS.nodes)) throw new MockLimitError('nodes');
    },
  };
}

export type Budget = ReturnType<typeof createBudget>;
