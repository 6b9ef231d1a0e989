import type { HttpResponse } from './send-request.ts';

/** Formats JSON; returns any other text unchanged. */
export function formatResponseText({ text }: Pick<HttpResponse, 'text'>): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
