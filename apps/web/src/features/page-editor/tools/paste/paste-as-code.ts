import { isolateHistory } from '@codemirror/commands';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import { codeBlock } from '@octavo/markdown/write-markdown';
import { isInCode } from '../../source/syntax.ts';

export interface CopiedCode {
  readonly plain: string;
  /** What Visual Studio Code copies along with the text. */
  readonly editorData?: string;
}

/** Longer text stays as it is, because parsing it would delay the paste. */
const MAX_LENGTH = 1_000_000;

const LANGUAGES: readonly (readonly [language: string, matches: (code: string) => boolean])[] = [
  ['json', isJson],
  ['sql', isSql],
  ['xml', (code) => code.startsWith('<?xml ')],
  ['bash', (code) => /^(?:\$ )?curl\s[^]*\bhttps?:\/\//.test(code)],
  ['http', (code) => /^(?:[A-Z]+ \S+ )?HTTP\/[\d.]+(?: \d{3}.*)?(?:\s|$)/.test(code)],
];

/** An object, or an array that cannot be the label of a link. */
function isJson(code: string): boolean {
  if (!/^(?:\{|\[\s*["[{])[^]*[\]}]$/.test(code)) return false;
  try {
    JSON.parse(code);
    return true;
  } catch {
    return false;
  }
}

/** How statements begin, and a word that follows. Each expression is found in linear time. */
const STATEMENTS: readonly (readonly [start: RegExp, word: RegExp])[] = [
  [/^select\s/i, /\sfrom\s/i],
  [/^with\s/i, /\sas\s*\(/i],
  [/^update\s/i, /\sset\s/i],
  [/^insert\s+into\s/i, /\s(?:values|select)\b/i],
  [/^delete\s+from\s/i, /\S/],
  [/^(?:alter|drop|truncate)\s+table\s/i, /\S/],
  [
    /^create\s+(?:(?:or\s+replace|temporary|unique|materialized)\s+)?(?:table|view|index|database|schema|function|procedure|trigger)\s/i,
    /\S/,
  ],
];

/** Statements with a verb in capitals, or that end with a semicolon: other text may be a sentence. */
function isSql(code: string): boolean {
  const statement = code.replace(/^(?:--.*\n|\/\*[^]*?\*\/|\s)+/, '');
  if (!code.endsWith(';') && !/^[A-Z]{4,}\s/.test(statement)) return false;
  return STATEMENTS.some(([start, word]) => start.test(statement) && word.test(statement));
}

/** Languages of Visual Studio Code that have a different name in a code block; null for text. */
const EDITOR_LANGUAGES: Readonly<Record<string, string | null>> = {
  javascriptreact: 'jsx',
  jsonc: 'json5',
  markdown: null,
  plaintext: null,
  shellscript: 'bash',
  typescriptreact: 'tsx',
};

/** The language that Visual Studio Code adds to the text it copies. */
function editorLanguage(editorData: string): string | undefined {
  const [, language = ''] = /"mode":"([\w+#.-]+)"/.exec(editorData) ?? [];
  const known = Object.hasOwn(EDITOR_LANGUAGES, language) ? EDITOR_LANGUAGES[language] : language;
  return known || undefined;
}

/** A text of several lines in a language of the code editor, or a text that is recognized as code. */
export function codeLanguage({ plain, editorData = '' }: CopiedCode): string | undefined {
  const code = plain.trim();
  if (code.length > MAX_LENGTH) return undefined;
  return (
    (code.includes('\n') ? editorLanguage(editorData) : undefined) ??
    LANGUAGES.find(([, matches]) => matches(code))?.[0]
  );
}

/**
 * Code pasted on an empty line becomes a code block, as the second of two steps: undo returns the text as it was
 * copied. Undefined for other text and places.
 */
export function pasteAsCode(
  state: EditorState,
  copied: CopiedCode,
): readonly [TransactionSpec, TransactionSpec] | undefined {
  const { main, ranges } = state.selection;
  const isWholeLine =
    main.from === state.doc.lineAt(main.from).from && main.to === state.doc.lineAt(main.to).to;
  if (ranges.length > 1 || !isWholeLine || isInCode(state, main.from)) return undefined;
  const language = codeLanguage(copied);
  if (language === undefined) return undefined;
  const { from } = main;
  const text = state.toText(copied.plain);
  const block = `${codeBlock(text.toString().replace(/^(?:[^\S\n]*\n)+/, ''), language)}\n`;
  const step = {
    userEvent: 'input.paste',
    scrollIntoView: true,
    annotations: isolateHistory.of('full'),
  };
  return [
    {
      ...step,
      changes: { from, to: main.to, insert: text },
      selection: { anchor: from + text.length },
    },
    {
      ...step,
      changes: { from, to: from + text.length, insert: block },
      selection: { anchor: from + block.length },
    },
  ];
}
