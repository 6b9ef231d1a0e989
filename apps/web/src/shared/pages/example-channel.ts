/** From the HTTP test in one tab to the editor of the same page in another: an example to insert. */
interface Example {
  readonly page_id: number;
  readonly text: string;
}

const NAME = 'octavo-example';

export function giveExample(example: Example): void {
  const channel = new BroadcastChannel(NAME);
  // A channel reaches this origin only and takes no other.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(example);
  channel.close();
}

/** Answers a function that stops listening. */
export function takeExamples(onExample: (example: Example) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<Example>) => onExample(data));
  return () => channel.close();
}
