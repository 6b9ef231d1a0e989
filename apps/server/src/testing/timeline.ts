interface Moment<T> {
  readonly value: T;
  /** When the change was sent, and when it was acknowledged. */
  readonly begun: number;
  readonly acked: number;
}

/** What something was, and from when on; changes come one after another. */
export class Timeline<T> {
  readonly #moments: Moment<T>[];
  #pending: Promise<unknown> = Promise.resolve();

  constructor(first: T) {
    this.#moments = [{ value: first, begun: 0, acked: 0 }];
  }

  get now(): T {
    return this.#moments.at(-1)!.value;
  }

  /** Makes a change; `act` gives what is true once it is acknowledged. */
  change(act: () => Promise<T>): Promise<void> {
    const begun = performance.now();
    const changed = act().then((value) => {
      this.#moments.push({ value, begun, acked: performance.now() });
    });
    this.#pending = changed.catch(() => {});
    return changed;
  }

  /**
   * Everything that an answer may say: what was true when it came, and what was replaced less than
   * `patience` before the question was sent. Slow machines make no difference to either.
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
