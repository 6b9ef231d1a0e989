import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../app-error.ts';

/** Argon2id at 46 MiB: about 50 ms of one core here. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
const AT_ONCE = 2;
const MOST_WAITING = 50;

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
function gatekeeper() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MOST_WAITING) throw new AppError('overloaded');
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

export async function createHasher(): Promise<Hasher> {
  const turn = gatekeeper();
  const nobody = await hash('nobody has this password', COST);
  return {
    hash: (password) => turn(() => hash(password, COST)),
    async verify(hashed, password) {
      const right = await turn(() => verify(hashed ?? nobody, password));
      return right && hashed !== null && hashed !== undefined;
    },
    isOutdated: (hashed) => !hashed.includes(`m=${COST.memoryCost},t=${COST.timeCost},`),
  };
}
