/**
 * Runs `count` clients that send requests without pause. The returned function stops them and waits for their last
 * responses.
 */
export function startClients(
  count: number,
  sendRequest: (person: number) => Promise<void>,
): () => Promise<void> {
  const end = new AbortController();
  const loops = Array.from({ length: count }, async (_, person) => {
    while (!end.signal.aborted) await sendRequest(person);
  });
  return async () => {
    end.abort();
    await Promise.all(loops);
  };
}
