/** Functions that write Markdown, for templates, imports and generated pages. */

export type Language = 'en' | 'zh-cn';

export function heading(text: string): string {
  return `## ${text}`;
}

export function bullet(text: string): string {
  return `- ${text}`;
}

/** Inline code; with double backticks if the text contains one. */
export function inlineCode(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A code block with a fence that is longer than any fence in the code. */
export function codeBlock(code: string, info: string): string {
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${info}\n${code.trimEnd()}\n${fence}`;
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(tableCell).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The text of a cell: bars are escaped, line breaks become `<br>`. */
export function tableCell(text: string): string {
  const lines = text.replaceAll('|', '\\|').split('\n');
  return lines.map((line) => line.trim()).join('<br>');
}

/** Escapes Markdown syntax in names, types and values. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*<$]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&');
}

export function paragraphs(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
