/** A text with every place of a word marked, whatever its capitals. */
export function Marked({ text, word }: { text: string; word: string }) {
  const parts = split(text, word);
  return parts.map((part, index) =>
    // Parts never change places, so the index is a true key.
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}

/** Plain and marked parts in turn. */
function split(text: string, word: string): string[] {
  if (word === '') return [text];
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return text.split(new RegExp(`(${escaped})`, 'giu'));
}
