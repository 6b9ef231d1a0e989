export class TimeoutError extends Error {}

/** Rejects after the timeout; a later rejection of the original promise is ignored. */
export function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new TimeoutError(`no response within ${milliseconds} ms`));
    timer = setTimeout(expire, milliseconds);
  });
  work.catch(() => {});
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
}
