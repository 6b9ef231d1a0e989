/** The server understood and refused; `message` is its own sentence, meant for people. */
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

/** No answer of ours came back. `number` is the request id, when a server in between gave one. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** `gateway`: a proxy says that no process of ours answers, as during an update. */
  readonly reason: 'timeout' | 'offline' | 'unreadable' | 'gateway';
  readonly number: string | undefined;

  constructor(reason: NetworkError['reason'], number?: string) {
    super(`The server gave no answer: ${reason}`);
    this.reason = reason;
    this.number = number;
  }
}
