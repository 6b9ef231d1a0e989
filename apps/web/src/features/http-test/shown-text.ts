import type { HttpAnswer } from './send-request.ts';

/** Formats JSON; returns any other text unchanged. */
export function shownText({ text }: Pick<HttpAnswer, 'text'>): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
