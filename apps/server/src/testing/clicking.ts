/** People who click without pause. Gives the end of it: everybody's last click is answered. */
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
