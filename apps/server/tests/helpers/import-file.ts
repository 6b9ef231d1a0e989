import { calls } from '@octavo/contract';
import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import type { Envelope } from '@octavo/contract/envelope';
import type { TestClient } from './client.ts';
import { multipart } from './multipart.ts';

/** Sends a file with a call that accepts one. */
export async function sendFile<C extends Call>(
  client: TestClient,
  call: C,
  input: CallInput<C>,
  bytes: string | Uint8Array,
  name = 'harbor.json',
): Promise<Envelope<CallResponse<C>>> {
  const file = { field: call.file ?? 'file', name, bytes: Buffer.from(bytes) };
  const answer = await client.request({
    method: 'POST',
    url: call.path,
    ...multipart(input, file),
  });
  return answer.json<Envelope<CallResponse<C>>>();
}

/** Returns the plan of an import; throws if the server returns an error code. */
export async function requestImportPlan(
  client: TestClient,
  bytes: string | Uint8Array,
  item_id = 0,
): Promise<CallResponse<typeof calls.import.plan>> {
  const { data, error_code, error_message } = await sendFile(
    client,
    calls.import.plan,
    { item_id },
    bytes,
  );
  if (error_code !== 0 || !data) throw new Error(`${error_code}: ${error_message}`);
  return data;
}
