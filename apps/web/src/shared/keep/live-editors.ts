/** Editors open in other tabs of this browser; a text whose editor is gone is a draft to offer. */

const CHANNEL = 'octavo-editors';
/** Tabs in the background are slow to answer. */
const PATIENCE = 400;

type Message =
  | { readonly kind: 'ask' }
  | { readonly kind: 'alive'; readonly id: string }
  /** Another tab has taken over the kept text of this editor. */
  | { readonly kind: 'taken'; readonly id: string };

function post(channel: BroadcastChannel, message: Message): void {
  // A channel reaches pages of this origin only; it takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
}

/** Answers for one editor until it is closed. `onTaken`: keep the text anew. */
export function announceEditor(id: string, onTaken: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') post(channel, { kind: 'alive', id });
    if (data.kind === 'taken' && data.id === id) onTaken();
  });
  return () => channel.close();
}

export async function liveEditors(): Promise<ReadonlySet<string>> {
  const channel = new BroadcastChannel(CHANNEL);
  const alive = new Set<string>();
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'alive') alive.add(data.id);
  });
  post(channel, { kind: 'ask' });
  await new Promise((resolve) => {
    setTimeout(resolve, PATIENCE);
  });
  channel.close();
  return alive;
}

export function tellTaken(id: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  post(channel, { kind: 'taken', id });
  channel.close();
}
