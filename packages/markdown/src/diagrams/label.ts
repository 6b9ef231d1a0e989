/** Text inside a mermaid label: what mermaid would read as syntax or markup is written as a code. */
export function label(text: string): string {
  const safe = text.trim().replace(/[#"<>`&;]/g, (character) => `#${character.charCodeAt(0)};`);
  return `"${safe}"`;
}

/** Text at the end of a mermaid line, where quotes are not taken off. */
export function message(text: string): string {
  return text
    .trim()
    .split('\\n')
    .map((part) => part.replace(/[#<>`&;]/g, (character) => `#${character.charCodeAt(0)};`))
    .join('<br/>');
}

export function linesOf(source: string): string[] {
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
