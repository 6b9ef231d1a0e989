import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { inlineText } from './inline-text.ts';

type Kind = 'note' | 'tip' | 'warning' | 'danger';

/** The keywords of callouts; the first of each language is the default title of `[!NOTE]`. */
const KEYWORDS: Readonly<Record<Kind, { en: readonly string[]; zh: readonly string[] }>> = {
  note: { en: ['Note', 'Info', 'Important'], zh: ['说明', '备注', '信息', '重要'] },
  tip: { en: ['Tip', 'Hint'], zh: ['提示', '技巧', '建议', '小贴士'] },
  warning: { en: ['Warning', 'Attention', 'Error'], zh: ['注意', '警告', '错误'] },
  danger: { en: ['Danger', 'Caution', 'Critical'], zh: ['危险', '严禁', '禁止'] },
};
const KINDS = new Map<string, Kind>(
  (Object.keys(KEYWORDS) as Kind[]).flatMap((kind) =>
    [...KEYWORDS[kind].en, ...KEYWORDS[kind].zh].map((word) => [word.toLowerCase(), kind] as const),
  ),
);
const MARKER = /^\[!([a-z]+|\p{Script=Han}+)\][ \t]*/iu;

/** Renders a quotation that begins with `[!NOTE]` or bold text as a callout. */
export function callouts(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'callouts', markCallouts);
}

function markCallouts(state: StateCore): void {
  const open: { token: Token; isCallout: boolean }[] = [];
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'blockquote_open') {
      const inline = state.tokens[index + 2];
      const kind = inline?.type === 'inline' ? kindOf(state, inline) : undefined;
      open.push({ token, isCallout: kind !== undefined });
      if (kind) markCallout(token, kind);
    }
    if (token.type === 'blockquote_close' && open.pop()?.isCallout) token.tag = 'div';
  }
}

function markCallout(token: Token, kind: Kind): void {
  token.tag = 'div';
  token.attrSet('class', `callout callout-${kind}`);
  token.attrSet('data-callout', kind);
  token.attrSet('role', 'note');
}

function kindOf(state: StateCore, inline: Token): Kind | undefined {
  const children = inline.children ?? [];
  const first = children.find(({ type, content }) => type !== 'text' || content !== '');
  if (first?.type === 'strong_open') {
    const end = children.findIndex(({ type }) => type === 'strong_close');
    const words = inlineText(children.slice(0, end)).trim().toLowerCase();
    return KINDS.get(/^(?:[a-z]+|\p{Script=Han}+)/u.exec(words)?.[0] ?? '') ?? kindByPrefix(words);
  }
  const mark = MARKER.exec(first?.type === 'text' ? first.content : '');
  const kind = KINDS.get(mark?.[1]?.toLowerCase() ?? '');
  if (!first || !mark || !kind) return undefined;
  first.content = first.content.slice(mark[0].length);
  const markerWord = /\p{Script=Han}/u.test(mark[1] ?? '') ? mark[1] : undefined;
  inline.children = withTitle(
    state,
    children,
    markerWord ?? defaultTitle(kind, inlineText(children)),
  );
  return kind;
}

/** `错误 40921` and `注意事项` begin with a known keyword; any other bold text is a note. */
function kindByPrefix(words: string): Kind {
  const han = [...KINDS.keys()].find(
    (word) => /\p{Script=Han}/u.test(word) && words.startsWith(word),
  );
  return KINDS.get(han ?? '') ?? 'note';
}

/** The default title of a kind, in the language of the quotation. */
function defaultTitle(kind: Kind, text: string): string {
  return KEYWORDS[kind][/\p{Script=Han}/u.test(text) ? 'zh' : 'en'][0] ?? '';
}

/** The rest of the marker's line is the title; `word` is the default. */
function withTitle(state: StateCore, children: readonly Token[], word: string): Token[] {
  const breakAt = children.findIndex(({ type }) => type === 'softbreak' || type === 'hardbreak');
  const line = breakAt < 0 ? children : children.slice(0, breakAt);
  const rest = breakAt < 0 ? [] : children.slice(breakAt + 1);
  const defaultWord = new state.Token('text', '', 0);
  defaultWord.content = word;
  const title = inlineText(line).trim() === '' ? [defaultWord] : line;
  const lineBreak = rest.length > 0 ? [new state.Token('hardbreak', 'br', 0)] : [];
  return [
    new state.Token('strong_open', 'strong', 1),
    ...title,
    new state.Token('strong_close', 'strong', -1),
    ...lineBreak,
    ...rest,
  ];
}
