import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { send } from './call.ts';

/** A few megabytes over a slow line; the server gives up earlier than we do. */
const TIMEOUT = 60_000;

/** A call that takes a file. Its caller shows what went wrong, also that a login has ended. */
export async function uploadFile<C extends Call & { readonly file: string }>(
  declared: C,
  field: C['file'],
  file: File,
  input: CallInput<C>,
): Promise<CallResponse<C>> {
  const body = new FormData();
  for (const [name, value] of Object.entries<unknown>(input))
    if (value !== undefined)
      body.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  body.set(field, file, file.name);
  const headers = { accept: 'application/json', 'accept-language': document.documentElement.lang };
  const asked = new Request(new URL(declared.path, location.origin), {
    method: 'POST',
    body,
    headers,
  });
  return (await send(asked, { timeout: TIMEOUT, silent: true })) as CallResponse<C>;
}
