import type { HttpAnswer } from './send-request.ts';

/** JSON is laid out, everything else stays as it came. */
export function shownText({ text }: Pick<HttpAnswer, 'text'>): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
