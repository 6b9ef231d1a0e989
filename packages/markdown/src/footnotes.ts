import type { Env, MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import { isIndentedCode, lineAt } from './block-lines.ts';
import { LIMITS } from './limits.ts';

const DEFINITION = /^\[\^([^\s\]]{1,100})\]:[ \t]*/;
const REFERENCE = /\[\^([^\s\]]{1,100})\]/y;

/** Footnotes are numbered by their first reference; their text is shown at the end of the page. */
export function footnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote', definitionRule, {
    alt: ['paragraph', 'reference'],
  });
  md.inline.ruler.before('link', 'footnote_ref', referenceRule);
  md.core.ruler.after('inline', 'footnotes', collectFootnotes);
  md.renderer.rules['footnote_ref'] = (tokens, index) => {
    const { number, mention } = footnoteMeta(tokens[index]);
    return (
      `<sup class="footnote-ref"><a href="#fn:${number}" id="fnref:${number}:${mention}">` +
      `[${number}]</a></sup>`
    );
  };
  md.renderer.rules['footnote_back'] = (tokens, index) => {
    const { number, mention } = footnoteMeta(tokens[index]);
    return ` <a class="footnote-back" href="#fnref:${number}:${mention}">\u21a9\ufe0e</a>`;
  };
}

interface Footnotes {
  readonly defined: Set<string>;
  readonly mentions: Map<string, number>;
  /** In the order of the first reference. */
  readonly numbers: Map<string, number>;
  remaining: number;
}

const KEY = Symbol('footnotes');

function footnotesOf(env: Env): Footnotes {
  env[KEY] ??= {
    defined: new Set(),
    mentions: new Map(),
    numbers: new Map(),
    remaining: LIMITS.footnoteRefs,
  } satisfies Footnotes;
  // Only set in the statement above.
  return env[KEY] as Footnotes;
}

function definitionRule(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  if (isIndentedCode(state, startLine)) return false;
  const mark = DEFINITION.exec(lineAt(state, startLine));
  if (!mark?.[1]) return false;
  if (silent) return true;
  footnotesOf(state.env).defined.add(mark[1]);
  const open = state.push('footnote_open', '', 1);
  open.meta = { label: mark[1] };
  open.map = [startLine, endLine];
  tokenizeAfter(state, startLine, endLine, mark[0].length);
  state.push('footnote_close', '', -1);
  return true;
}

/** Parses the rest of the line and the indented lines below it as blocks. */
function tokenizeAfter(state: StateBlock, line: number, endLine: number, length: number): void {
  const { blkIndent, parentType } = state;
  const savedState = [
    state.bMarks[line] ?? 0,
    state.tShift[line] ?? 0,
    state.sCount[line] ?? 0,
  ] as const;
  state.bMarks[line] = savedState[0] + savedState[1] + length;
  state.tShift[line] = 0;
  state.blkIndent = blkIndent + 4;
  state.sCount[line] = state.blkIndent;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, line, endLine);
  state.blkIndent = blkIndent;
  state.parentType = parentType;
  [state.bMarks[line], state.tShift[line], state.sCount[line]] = savedState;
}

function referenceRule(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('[^', state.pos)) return false;
  REFERENCE.lastIndex = state.pos;
  const [mark, label] = REFERENCE.exec(state.src) ?? [];
  const notes = footnotesOf(state.env);
  if (!mark || !label || !notes.defined.has(label) || notes.remaining === 0) return false;
  if (!silent) {
    notes.remaining -= 1;
    const mention = (notes.mentions.get(label) ?? 0) + 1;
    notes.mentions.set(label, mention);
    if (!notes.numbers.has(label)) notes.numbers.set(label, notes.numbers.size + 1);
    state.push('footnote_ref', '', 0).meta = { number: notes.numbers.get(label), mention };
  }
  state.pos += mark.length;
  return true;
}

/** Moves each referenced definition to the end of the page; unreferenced definitions are not shown. */
function collectFootnotes(state: StateCore): void {
  const { defined, numbers, mentions } = footnotesOf(state.env);
  if (defined.size === 0) return;
  const bodies = new Map<string, Token[]>();
  const tokens: Token[] = [];
  const into = [tokens];
  for (const token of state.tokens) {
    if (token.type === 'footnote_open') {
      const body: Token[] = [];
      const label = String(token.meta?.['label']);
      if (!bodies.has(label)) bodies.set(label, body);
      into.push(body);
    } else if (token.type === 'footnote_close') into.pop();
    else into.at(-1)?.push(token);
  }
  state.tokens = tokens;
  if (numbers.size === 0) return;

  const open = (tag: string, attrs: [string, string][]) => {
    const token = new state.Token(`${tag}_open`, tag, 1);
    token.attrs = attrs;
    token.block = true;
    tokens.push(token);
  };
  const close = (tag: string) => tokens.push(new state.Token(`${tag}_close`, tag, -1));
  open('section', [['class', 'footnotes']]);
  open('ol', []);
  for (const [label, number] of numbers) {
    open('li', [['id', `fn:${number}`]]);
    const body = bodies.get(label) ?? [];
    const end = body.at(-1)?.type === 'paragraph_close' ? body.pop() : undefined;
    for (const token of body) tokens.push(token);
    for (let mention = 1; mention <= (mentions.get(label) ?? 0); mention += 1) {
      const back = new state.Token('footnote_back', '', 0);
      back.meta = { number, mention };
      tokens.push(back);
    }
    if (end) tokens.push(end);
    close('li');
  }
  close('ol');
  close('section');
}

function footnoteMeta(token: Token | undefined): { number: number; mention: number } {
  return { number: Number(token?.meta?.['number']), mention: Number(token?.meta?.['mention']) };
}
