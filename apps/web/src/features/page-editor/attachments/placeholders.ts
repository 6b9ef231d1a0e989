/** A link or an image in the text that stands for a file until it is uploaded. Its label is shown to the user. */
const PLACEHOLDER = /!?\[([^\]\n]*)\]\(#uploading-([0-9a-f]{8})\)/g;

export interface Placeholder {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly label: { readonly from: number; readonly to: number; readonly text: string };
}

const toLabel = (words: string) => words.replaceAll(/[[\]()\\\n]/g, ' ');

export function writePlaceholder(id: string, label: string, isPicture: boolean): string {
  return `${isPicture ? '!' : ''}[${toLabel(label)}](#uploading-${id})`;
}

export function findPlaceholders(text: string): Placeholder[] {
  return Array.from(text.matchAll(PLACEHOLDER), (match) => {
    const [source, label = '', id = ''] = match;
    const from = match.index;
    const start = from + source.indexOf('[') + 1;
    const to = from + source.length;
    return { id, from, to, label: { from: start, to: start + label.length, text: label } };
  });
}

export const hasPlaceholder = (text: string) => text.includes('](#uploading-');

/** The change of the text that gives a placeholder another label. */
export function relabel({ label }: Placeholder, words: string) {
  return { from: label.from, to: label.to, insert: toLabel(words) };
}

export function removePlaceholders(text: string): string {
  return text.replaceAll(PLACEHOLDER, '');
}
