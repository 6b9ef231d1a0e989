/** Highlights hits by the positions that the server returns, so that page text is never parsed as markup. */
export function HitHighlights({
  text,
  hits,
}: {
  text: string;
  hits: readonly (readonly [number, number])[];
}) {
  const ends = hits.map(([begin, length]) => begin + length);
  return (
    <>
      {hits.map(([begin, length], index) => (
        <span key={begin}>
          {text.slice(ends[index - 1] ?? 0, begin)}
          <mark>{text.slice(begin, begin + length)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </>
  );
}
