import type { Agent } from 'node:http';
import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import type { Envelope } from '@octavo/contract/envelope';
import { sendRequest } from './http.ts';

/** A browser on the public origin whose calls can go to any process, as behind a load balancer. */
export class Browser {
  #cookie = '';
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  headers(): Record<string, string> {
    return {
      origin: this.#origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...(this.#cookie && { cookie: this.#cookie }),
    };
  }

  async call<C extends Call>(server: { url: string }, call: C, input: CallInput<C>, agent?: Agent) {
    const { status, headers, body } = await sendRequest(`${server.url}${call.path}`, {
      method: 'POST',
      headers: this.headers(),
      body: JSON.stringify(input),
      ...(agent && { agent }),
    });
    const login = headers['set-cookie']?.find((cookie) => cookie.startsWith('octavo='));
    if (login) this.#cookie = login.split(';')[0] ?? '';
    return { status, headers, ...(JSON.parse(body) as Envelope<CallResponse<C>>) };
  }

  /** Returns the data of the response; throws if the server returns an error code. */
  async callOk<C extends Call>(server: { url: string }, call: C, input: CallInput<C>) {
    const answer = await this.call(server, call, input);
    if (answer.error_code !== 0)
      throw new Error(`${call.path} returned ${answer.error_code}: ${answer.error_message}`);
    return answer.data as CallResponse<C>;
  }
}
