/** A template that would make too much: refused before it is made. */
export class MockLimit extends Error {}

const LIMITS = { depth: 20, nodes: 10_000, bytes: 1_000_000, length: 100_000 } as const;

/** How long a text or list of one placeholder may become; nonsense counts as none. */
export function assertLength(length: number): number {
  if (length > LIMITS.length) throw new MockLimit('length');
  return Number.isFinite(length) ? Math.max(0, Math.trunc(length)) : 0;
}

/** What one evaluation may spend. */
export function createBudget() {
  let nodes = 0;
  let bytes = 0;
  return {
    enter(depth: number) {
      nodes += 1;
      if (depth > LIMITS.depth || nodes > LIMITS.nodes) throw new MockLimit('nodes');
    },
    /** Before a text is repeated or joined, and for every one that is made. */
    spend(length: number) {
      bytes += length;
      if (!(bytes <= LIMITS.bytes)) throw new MockLimit('bytes');
    },
    /** Before a list is repeated. */
    assertTimes(times: number) {
      if (!(times <= LIMITS.nodes)) throw new MockLimit('nodes');
    },
  };
}

export type Budget = ReturnType<typeof createBudget>;
