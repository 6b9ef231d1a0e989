interface TimelineEntry<T> {
  readonly value: T;
  /** When the change was sent and when it was acknowledged. */
  readonly sentAt: number;
  readonly acknowledgedAt: number;
}

/** The history of a value with times; changes happen one after another. */
export class Timeline<T> {
  readonly #moments: TimelineEntry<T>[];
  #pending: Promise<unknown> = Promise.resolve();

  constructor(first: T) {
    this.#moments = [{ value: first, sentAt: 0, acknowledgedAt: 0 }];
  }

  get now(): T {
    return this.#moments.at(-1)!.value;
  }

  /** Runs a change; `act` returns the value that is valid once the change is acknowledged. */
  change(act: () => Promise<T>): Promise<void> {
    const sentAt = performance.now();
    const changed = act().then((value) => {
      this.#moments.push({ value, sentAt, acknowledgedAt: performance.now() });
    });
    this.#pending = changed.catch(() => {});
    return changed;
  }

  /**
   * Returns every value that a response may contain: those valid while the request was in progress, and those
   * replaced less than `maxStaleness` before it was sent. The speed of the machine does not matter.
   */
  async possibleValues(
    requestedAt: number,
    respondedAt: number,
    maxStaleness: number,
  ): Promise<T[]> {
    await this.#pending;
    const values: T[] = [];
    for (let at = this.#moments.length - 1; at >= 0; at -= 1) {
      const { value, sentAt, acknowledgedAt } = this.#moments[at]!;
      if (sentAt <= respondedAt) values.push(value);
      if (acknowledgedAt + maxStaleness < requestedAt) break;
    }
    return values;
  }
}
