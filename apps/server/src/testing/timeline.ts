interface Moment<T> {
  readonly value: T;
  /** When the change was sent and when it was acknowledged. */
  readonly begun: number;
  readonly acked: number;
}

/** The history of a value with times; changes happen one after another. */
export class Timeline<T> {
  readonly #moments: Moment<T>[];
  #pending: Promise<unknown> = Promise.resolve();

  constructor(first: T) {
    this.#moments = [{ value: first, begun: 0, acked: 0 }];
  }

  get now(): T {
    return this.#moments.at(-1)!.value;
  }

  /** Runs a change; `act` returns the value that is valid once the change is acknowledged. */
  change(act: () => Promise<T>): Promise<void> {
    const begun = performance.now();
    const changed = act().then((value) => {
      this.#moments.push({ value, begun, acked: performance.now() });
    });
    this.#pending = changed.catch(() => {});
    return changed;
  }

  /**
   * Returns every value that a response may contain: those valid while the request was in progress, and those
   * replaced less than `maxStaleness` before it was sent. The speed of the machine does not matter.
   */
  async possible(asked: number, answered: number, patience: number): Promise<T[]> {
    await this.#pending;
    const found: T[] = [];
    for (let at = this.#moments.length - 1; at >= 0; at -= 1) {
      const { value, begun, acked } = this.#moments[at]!;
      if (begun <= answered) found.push(value);
      if (acked + patience < asked) break;
    }
    return found;
  }
}
