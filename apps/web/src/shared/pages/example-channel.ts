/** An example that the HTTP test sends to the editor of the same page in another tab. */
interface Example {
  readonly page_id: number;
  readonly text: string;
}

const CHANNEL_NAME = 'octavo-example';

export function publishExample(example: Example): void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  // A BroadcastChannel is limited to this origin; its postMessage has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(example);
  channel.close();
}

/** Returns a function that removes the listener. */
export function subscribeExamples(onExample: (example: Example) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<Example>) => onExample(data));
  return () => channel.close();
}
