/** The server rejected the call; `message` is its localized text for the user. */
export class BusinessError extends Error {
  override readonly name = 'BusinessError';
  readonly code: number;
  readonly data: unknown;
  readonly status: number;

  constructor(facts: { code: number; message: string; data: unknown; status: number }) {
    super(facts.message);
    this.code = facts.code;
    this.data = facts.data;
    this.status = facts.status;
  }
}

/** No valid response was received. `requestId` is set if a proxy has sent one. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** `gateway`: a proxy reports that no server process responds, for example during an update. */
  readonly reason: 'timeout' | 'offline' | 'unreadable' | 'gateway';
  readonly number: string | undefined;

  constructor(reason: NetworkError['reason'], number?: string) {
    super(`The server gave no answer: ${reason}`);
    this.reason = reason;
    this.number = number;
  }
}
