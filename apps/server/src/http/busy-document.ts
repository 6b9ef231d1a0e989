import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Language } from '@octavo/contract/entities';
import { errors } from '@octavo/contract/errors';
import { escapeHtml } from '@octavo/markdown/escape';
import { en } from '@octavo/texts/en';
import { zhCn } from '@octavo/texts/zh-cn';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiUrl } from './web-files.ts';

/** Texts of an overloaded server, and of one without its database. */
function textsOf({
  unavailableTitle,
  unavailableText,
  ...busy
}: typeof en.busy | typeof zhCn.busy) {
  return {
    overloaded: busy,
    unavailable: { ...busy, title: unavailableTitle, text: unavailableText },
  };
}

const TEXTS = { en: textsOf(en.busy), 'zh-cn': textsOf(zhCn.busy) };
/** Without the comments and white space of the source the document stays under 6 KB. */
const TEMPLATE = readFileSync(new URL('busy-document.html', import.meta.url), 'utf8')
  .replaceAll(/^ *\/\/.*\n/gm, '')
  .replaceAll(/^ +/gm, '')
  .replaceAll(/(?<=[;{}>,])\n/g, '');

/** Style and script are inline, so the content security policy lists their hashes. */
function cspHash(element: 'style' | 'script'): string {
  const content = TEMPLATE.split(`<${element}>`)[1]?.split(`</${element}>`)[0] ?? '';
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

const POLICY = [
  "default-src 'none'",
  `style-src ${cspHash('style')}`,
  `script-src ${cspHash('script')}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** True if a browser opens a page, as opposed to loading a script, an image or a call. */
export function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !isApiUrl(url) && (headers.accept ?? '').includes('text/html');
}

/** Sends the page of a rejected navigation. It needs no other files and reloads its own URL after a delay. */
export function sendBusyDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
): FastifyReply {
  const reason = request.errorCode === errors.overloaded.code ? 'overloaded' : 'unavailable';
  const texts = { en: TEXTS.en[reason], 'zh-cn': TEXTS['zh-cn'][reason] };
  const labels = texts[language];
  // The start of the request id, which is in the log.
  const number = request.id.slice(0, 8).toUpperCase();
  const values: Record<string, string> = {
    ...labels,
    language,
    number,
    numbered: labels.number.replace('{number}', number),
  };
  // The texts contain no HTML special characters, so their JSON needs no escaping.
  const html = TEMPLATE.replace('%texts%', JSON.stringify(texts)).replaceAll(
    /%(\w+)%/g,
    (_slot, name: string) => escapeHtml(values[name] ?? ''),
  );
  return reply
    .status(503)
    .headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'retry-after': '5',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
