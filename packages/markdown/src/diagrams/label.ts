/** Quotes text for a mermaid label; characters with a meaning in mermaid or HTML become character codes. */
export function label(text: string): string {
  const safe = text.trim().replace(/[#"<>`&;]/g, (character) => `#${character.charCodeAt(0)};`);
  return `"${safe}"`;
}

/** Escapes text at the end of a mermaid line, where quotes would be shown. */
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
