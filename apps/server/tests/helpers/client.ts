import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import type { Envelope } from '@octavo/contract/envelope';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { addRequiredFile } from './multipart.ts';

interface TestResponse<T> extends Envelope<T> {
  readonly status: number;
  readonly headers: Record<string, unknown>;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** A browser page of the site with its own cookie jar; headers can be changed per client. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #headers: Headers;

  constructor(app: FastifyInstance, origin: string, headers: Headers = {}) {
    this.#app = app;
    this.#headers = { origin, 'sec-fetch-site': 'same-origin', ...headers };
  }

  async request(injectOptions: InjectOptions) {
    const options = addRequiredFile(injectOptions);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...this.#headers, ...(cookie && { cookie }), ...options.headers };
    const sentHeaders = Object.entries(headers).filter(([, value]) => value !== undefined);
    const response = await this.#app.inject({
      ...options,
      headers: Object.fromEntries(sentHeaders),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async call<C extends Call>(call: C, input: CallInput<C>): Promise<TestResponse<CallResponse<C>>> {
    const response = await this.request(
      call.method === 'GET'
        ? { method: 'GET', url: call.path, query: input as Record<string, string> }
        : { method: 'POST', url: call.path, payload: input },
    );
    const { statusCode: status, headers } = response;
    const isFile = !String(headers['content-type']).startsWith('application/json');
    if (isFile) return { status, headers, error_code: 0, error_message: '', data: null };
    return { status, headers, ...response.json<Envelope<CallResponse<C>>>() };
  }

  /** Returns the data of the response; throws if the server returns an error code. */
  async callOk<C extends Call>(call: C, input: CallInput<C>): Promise<CallResponse<C>> {
    const answer = await this.call(call, input);
    if (answer.error_code !== 0)
      throw new Error(`${call.path} returned ${answer.error_code}: ${answer.error_message}`);
    return answer.data as CallResponse<C>;
  }
}
