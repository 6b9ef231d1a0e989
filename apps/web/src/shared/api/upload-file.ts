import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { dataOf, readEnvelope } from './call.ts';
import { NetworkError } from './call-error.ts';

/** A few megabytes over a slow line; the server gives up earlier than we do. */
const TIMEOUT = 60_000;

type Fields = Readonly<Record<string, unknown>>;

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** How much of it is on its way, from 0 to 1. */
  readonly onShare?: (share: number) => void;
}

function formOf(field: string, file: File, input: Fields): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(input))
    if (value !== undefined)
      body.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  body.set(field, file, file.name);
  return body;
}

/**
 * A call that takes a file, by the one interface that tells how much was sent. Its caller shows what
 * went wrong, also that a login has ended.
 */
export function uploadFile<C extends Call & { readonly file: string }>(
  declared: C,
  field: C['file'],
  file: File,
  input: CallInput<C>,
  { signal, onShare }: UploadOptions = {},
): Promise<CallResponse<C>> {
  return new Promise((resolve, reject) => {
    const asked = new XMLHttpRequest();
    const stop = () => asked.abort();
    asked.open('POST', new URL(declared.path, location.origin));
    asked.timeout = TIMEOUT;
    asked.setRequestHeader('accept', 'application/json');
    asked.setRequestHeader('accept-language', document.documentElement.lang);
    asked.upload.addEventListener('progress', ({ loaded, total }) =>
      onShare?.(total > 0 ? loaded / total : 0),
    );
    asked.addEventListener('load', () => {
      try {
        const envelope = readEnvelope(asked.responseText, asked.getResponseHeader('x-request-id'));
        resolve(dataOf(envelope, asked.status) as CallResponse<C>);
      } catch (error) {
        reject(error);
      }
    });
    asked.addEventListener('error', () => reject(new NetworkError('offline')));
    asked.addEventListener('timeout', () => reject(new NetworkError('timeout')));
    asked.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    asked.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    signal?.addEventListener('abort', stop);
    asked.send(formOf(field, file, input));
  });
}
