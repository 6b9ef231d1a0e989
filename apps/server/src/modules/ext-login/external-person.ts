/** Somebody whom another system has just vouched for. */
export interface OutsidePerson {
  /** Theirs for good, whatever they are called. */
  readonly id: string;
  readonly username: string;
  readonly name: string;
}
