import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { unwrapEnvelope, parseEnvelope } from './call.ts';
import { NetworkError } from './call-error.ts';

/** Timeout without progress; the total duration of an upload is not limited. */
const IDLE_TIMEOUT_MS = 60_000;
/** Timeout for the server to process a large file after the upload. */
const RESPONSE_TIMEOUT_MS = 600_000;

type FormFields = Readonly<Record<string, unknown>>;

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** The uploaded share, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

function toFormData(field: string, file: File, input: FormFields): FormData {
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
  definition: C,
  field: C['file'],
  file: File,
  input: CallInput<C>,
  { signal, onProgress }: UploadOptions = {},
): Promise<CallResponse<C>> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open('POST', new URL(definition.path, location.origin));
    xhr.setRequestHeader('accept', 'application/json');
    xhr.setRequestHeader('accept-language', document.documentElement.lang);
    let timer = 0;
    const restartTimeout = (milliseconds: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        reject(new NetworkError('timeout'));
        xhr.abort();
      }, milliseconds);
    };
    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimeout(IDLE_TIMEOUT_MS);
      onProgress?.(total > 0 ? loaded / total : 0);
    });
    xhr.upload.addEventListener('load', () => restartTimeout(RESPONSE_TIMEOUT_MS));
    xhr.addEventListener('load', () => {
      try {
        const envelope = parseEnvelope(
          xhr.responseText,
          xhr.status,
          xhr.getResponseHeader('x-request-id'),
        );
        resolve(unwrapEnvelope(envelope, xhr.status) as CallResponse<C>);
      } catch (error) {
        reject(error);
      }
    });
    xhr.addEventListener('error', () => reject(new NetworkError('offline')));
    xhr.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    xhr.addEventListener('loadend', () => {
      window.clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
    signal?.addEventListener('abort', abort);
    restartTimeout(IDLE_TIMEOUT_MS);
    xhr.send(toFormData(field, file, input));
  });
}
