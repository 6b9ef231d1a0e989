/**
 * Runs `count` clients that send requests without pause. The returned function stops them and waits for their last
 * responses.
 */
export function startClicking(
  people: number,
  click: (person: number) => Promise<void>,
): () => Promise<void> {
  const end = new AbortController();
  const clicking = Array.from({ length: people }, async (_, person) => {
    while (!end.signal.aborted) await click(person);
  });
  return async () => {
    end.abort();
    await Promise.all(clicking);
  };
}
