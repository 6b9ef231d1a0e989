import type { Readable, Writable } from 'node:stream';

export interface DevTools {
  /** Rejects when the command fails or the browser ends. */
  send(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>;
  on(method: string, listener: (params: Record<string, unknown>) => void): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** The DevTools protocol over a pair of pipes: JSON messages, each ended by a zero byte. */
export function connectDevTools(input: Writable, output: Readable): DevTools {
  const pending = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  const listeners = new Map<string, (params: Record<string, unknown>) => void>();
  let count = 0;
  let isOpen = true;
  let pieces: Buffer[] = [];

  function receive(text: string): void {
    const { id, method = '', params = {}, result = {}, error } = JSON.parse(text) as Message;
    if (id === undefined) {
      listeners.get(method)?.(params);
      return;
    }
    const answer = pending.get(id);
    pending.delete(id);
    if (error) answer?.reject(new Error(error.message));
    else answer?.resolve(result);
  }

  output.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      const text = Buffer.concat([...pieces, chunk.subarray(from, at)]).toString();
      pieces = [];
      from = at + 1;
      receive(text);
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  });
  const close = () => {
    isOpen = false;
    for (const answer of pending.values()) answer.reject(new Error('the browser exited'));
    pending.clear();
  };
  output.once('close', close);
  // A write to a browser that has ended emits an error.
  output.on('error', close);
  input.on('error', close);

  return {
    on(method, listener) {
      listeners.set(method, listener);
    },
    async send(method, params = {}, sessionId) {
      if (!isOpen) throw new Error('the browser exited');
      count += 1;
      const answer = Promise.withResolvers<Record<string, unknown>>();
      pending.set(count, answer);
      input.write(`${JSON.stringify({ id: count, method, params, sessionId })}\0`);
      return answer.promise;
    },
  };
}
