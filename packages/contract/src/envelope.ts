/** Every JSON response of `/api`, success or error, has these three fields. */
export interface Envelope<T = unknown> {
  error_code: number;
  error_message: string;
  data: T | null;
}

export function success<T>(data: T): Envelope<T> {
  return { error_code: 0, error_message: '', data };
}
