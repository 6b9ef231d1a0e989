import type { MarkdownIt, StateInline } from 'markdown-it';

/** Characters that may end plain text; `www.` only at the start of a word. */
const STOP = /[\n!#$%&*+\-:<=>@[\\\]^_`{}~]|(?<![a-z0-9])www\./gi;
/** A URL ends at white space and at Chinese or Japanese text that follows without a space. */
const ADDRESS =
  /(?:https?:\/\/|www\.)[a-z0-9][^\s<>"`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef“”‘’]*/iuy;

/** Turns bare URLs into links (GFM) in a single pass over the text. */
export function autolinks(md: MarkdownIt): void {
  md.inline.ruler.at('text', textRule);
  md.inline.ruler.at('linkify', bareUrlRule);
}

function textRule(state: StateInline, silent: boolean): boolean {
  STOP.lastIndex = state.pos;
  const end = Math.min(STOP.exec(state.src)?.index ?? state.posMax, state.posMax);
  if (end === state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}

function bareUrlRule(state: StateInline, silent: boolean): boolean {
  if (state.linkLevel > 0) return false;
  const start = state.src[state.pos] === ':' ? schemeStart(state) : state.pos;
  if (start < 0) return false;
  ADDRESS.lastIndex = start;
  const found = ADDRESS.exec(state.src)?.[0];
  if (!found) return false;
  const address = trimPunctuation(found.slice(0, state.posMax - start));
  if (!silent) pushLink(state, address, state.pos - start);
  state.pos = start + address.length;
  return true;
}

/** The scheme before the colon has already been added to the pending text. */
function schemeStart(state: StateInline): number {
  const { src, pos, pending } = state;
  // Not `pending.slice`, which would copy the pending text at every colon.
  const scheme = /(?<![a-z0-9])https?$/i.exec(src.slice(Math.max(0, pos - 6), pos))?.[0];
  return scheme === undefined || scheme.length > pending.length ? -1 : pos - scheme.length;
}

/** Trailing punctuation and an unmatched closing bracket belong to the sentence, not to the URL. */
function trimPunctuation(address: string): string {
  let end = address.length;
  let open = 0;
  for (const character of address) open += Number(character === '(') - Number(character === ')');
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? '';
    if (last === ')' && open < 0) open += 1;
    else if (!'?!.,:*_~\'"];'.includes(last)) break;
  }
  return address.slice(0, end);
}

function pushLink(state: StateInline, address: string, pendingLength: number): void {
  const full = state.md.normalizeLink(/^www\./i.test(address) ? `http://${address}` : address);
  state.pending = state.pending.slice(0, state.pending.length - pendingLength);
  const open = state.push('link_open', 'a', 1);
  open.attrs = [['href', full]];
  open.markup = 'linkify';
  open.info = 'auto';
  state.push('text', '', 0).content = address;
  const close = state.push('link_close', 'a', -1);
  close.markup = 'linkify';
  close.info = 'auto';
}
