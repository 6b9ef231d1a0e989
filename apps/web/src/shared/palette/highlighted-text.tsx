/** Highlights all occurrences of a word in a text, ignoring case. */
export function HighlightedText({ text, word }: { text: string; word: string }) {
  const parts = splitByWord(text, word);
  return parts.map((part, index) =>
    // The order of the parts never changes, so the index is a stable key.
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}

/** Alternating plain and highlighted parts. */
function splitByWord(text: string, word: string): string[] {
  if (word === '') return [text];
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return text.split(new RegExp(`(${escaped})`, 'giu'));
}
