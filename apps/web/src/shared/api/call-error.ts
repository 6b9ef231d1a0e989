import { readerErrors } from '@octavo/contract/reader-errors';

/** The server rejected the call; `message` is its localized text for the user. */
export class BusinessError extends Error {
  override readonly name = 'BusinessError';
  readonly code: number;
  readonly data: unknown;
  readonly status: number;

  constructor(details: { code: number; message: string; data: unknown; status: number }) {
    super(details.message);
    this.code = details.code;
    this.data = details.data;
    this.status = details.status;
  }
}

/** No valid response was received. `requestId` is set if a proxy has sent one. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** `gateway`: a proxy reports that no server process responds, for example during an update. */
  readonly reason: 'timeout' | 'offline' | 'unreadable' | 'gateway';
  readonly requestId: string | undefined;

  constructor(reason: NetworkError['reason'], requestId?: string) {
    super(`No response from the server: ${reason}`);
    this.reason = reason;
    this.requestId = requestId;
  }
}

/** The server rejected the request because of overload. Nothing was changed; the same request can succeed later. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof BusinessError && error.code === readerErrors.overloaded.code;
}
