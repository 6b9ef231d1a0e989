/** Every answer of `/api`, success or not, holds these three and nothing else. */
export interface Envelope<T = unknown> {
  error_code: number;
  error_message: string;
  data: T | null;
}

export function success<T>(data: T): Envelope<T> {
  return { error_code: 0, error_message: '', data };
}
