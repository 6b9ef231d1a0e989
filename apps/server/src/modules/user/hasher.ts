import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../app-error.ts';

/** Argon2id at 46 MiB: about 50 ms of one core here. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
const CONCURRENCY = 2;
const MAX_QUEUED = 50;

export interface Hasher {
  hash(password: string): Promise<string>;
  /**
   * A missing hash takes as long as a real one, so that the response time does not reveal whether an account exists.
   */
  verify(hashed: string | null | undefined, password: string): Promise<boolean>;
  /** True for hashes with other cost parameters than the current ones. */
  isOutdated(hashed: string): boolean;
}

/** Limits concurrent hashing with a short queue, so that many logins do not take all processor cores. */
function createConcurrencyLimit() {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= CONCURRENCY) {
      if (queue.length >= MAX_QUEUED) throw new AppError('overloaded');
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      queue.shift()?.();
    }
  };
}

export async function createHasher(): Promise<Hasher> {
  const limited = createConcurrencyLimit();
  const dummyHash = await hash('dummy password for unknown users', COST);
  return {
    hash: (password) => limited(() => hash(password, COST)),
    async verify(hashed, password) {
      const isMatch = await limited(() => verify(hashed ?? dummyHash, password));
      return isMatch && hashed !== null && hashed !== undefined;
    },
    isOutdated: (hashed) => !hashed.includes(`m=${COST.memoryCost},t=${COST.timeCost},`),
  };
}
