/** Finds the editors in other tabs of this browser: the draft of a closed editor can be offered for recovery. */

const CHANNEL = 'octavo-editors';
/** Background tabs reply slowly. */
const REPLY_TIMEOUT_MS = 400;

type Message =
  | { readonly kind: 'ask' }
  | { readonly kind: 'alive'; readonly id: string }
  /** Another tab has taken over the draft of this editor. */
  | { readonly kind: 'taken'; readonly id: string };

function post(channel: BroadcastChannel, message: Message): void {
  // A BroadcastChannel is limited to this origin; its postMessage has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
}

/** Replies for one editor until it is closed. `onTaken` must store the draft again: the other tab has removed it. */
export function announceEditor(id: string, onTaken: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') post(channel, { kind: 'alive', id });
    if (data.kind === 'taken' && data.id === id) onTaken();
  });
  return () => channel.close();
}

export async function listOpenEditors(): Promise<ReadonlySet<string>> {
  const channel = new BroadcastChannel(CHANNEL);
  const alive = new Set<string>();
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'alive') alive.add(data.id);
  });
  post(channel, { kind: 'ask' });
  await new Promise((resolve) => {
    setTimeout(resolve, REPLY_TIMEOUT_MS);
  });
  channel.close();
  return alive;
}

export function announceTakeover(id: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  post(channel, { kind: 'taken', id });
  channel.close();
}
