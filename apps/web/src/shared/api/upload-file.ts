import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { dataOf, readEnvelope } from './call.ts';
import { NetworkError } from './call-error.ts';

/** Timeout without progress; the total duration of an upload is not limited. */
const SILENCE_MS = 60_000;
/** Timeout for the server to process a large file after the upload. */
const ANSWER_MS = 600_000;

type Fields = Readonly<Record<string, unknown>>;

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** The uploaded share, from 0 to 1. */
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
 * Calls the server with a file. Uses XMLHttpRequest, the only API that reports upload progress. The caller shows all
 * errors, including an expired session.
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
    asked.setRequestHeader('accept', 'application/json');
    asked.setRequestHeader('accept-language', document.documentElement.lang);
    let timer = 0;
    const giveUpAfter = (milliseconds: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        reject(new NetworkError('timeout'));
        asked.abort();
      }, milliseconds);
    };
    asked.upload.addEventListener('progress', ({ loaded, total }) => {
      giveUpAfter(SILENCE_MS);
      onShare?.(total > 0 ? loaded / total : 0);
    });
    asked.upload.addEventListener('load', () => giveUpAfter(ANSWER_MS));
    asked.addEventListener('load', () => {
      try {
        const envelope = readEnvelope(
          asked.responseText,
          asked.status,
          asked.getResponseHeader('x-request-id'),
        );
        resolve(dataOf(envelope, asked.status) as CallResponse<C>);
      } catch (error) {
        reject(error);
      }
    });
    asked.addEventListener('error', () => reject(new NetworkError('offline')));
    asked.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    asked.addEventListener('loadend', () => {
      window.clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    });
    signal?.addEventListener('abort', stop);
    giveUpAfter(SILENCE_MS);
    asked.send(formOf(field, file, input));
  });
}
