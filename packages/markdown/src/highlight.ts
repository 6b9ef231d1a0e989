import hljs from 'highlight.js/lib/common';
import http from 'highlight.js/lib/languages/http';
import type { MarkdownDocument } from './document.ts';
import { escapeHtml } from './escape.ts';
import { LIMITS } from './limits.ts';
import { isValidMarkup } from './validate-markup.ts';

hljs.registerLanguage('http', http);
hljs.registerAliases(['vue', 'jsp'], { languageName: 'xml' });
hljs.registerAliases(['json5'], { languageName: 'json' });
hljs.registerAliases(['curl', 'cmd'], { languageName: 'bash' });

/**
 * Grammars with linear run time. With the others, malicious code takes quadratic time (30 KB of C# took
 * five seconds), and even more on one long line.
 */
const LINEAR_GRAMMARS = new Set(
  ['css', 'diff', 'go', 'http', 'json', 'makefile', 'plaintext', 'python', 'sql', 'xml'].map(
    (language) => hljs.getLanguage(language)?.name,
  ),
);

const HIGHLIGHT_RULES = { span: { class: /^(?:hljs-[\w-]+(?: [\w-]+)*|language-[\w-]+)$/ } };

/** Highlights code with class names; returns escaped text if the language is unknown or the code is too expensive. */
export function highlight(code: string, language: string, document: MarkdownDocument): string {
  const { budget } = document;
  const cost = costOf(code, language);
  if (cost > budget.code) return escapeHtml(code);
  budget.code -= cost;
  const html = hljs.highlight(code, { language, ignoreIllegals: true }).value;
  return isValidMarkup(html, HIGHLIGHT_RULES) ? html : escapeHtml(code);
}

function costOf(code: string, language: string): number {
  const grammar = hljs.getLanguage(language);
  if (!grammar) return Infinity;
  if (LINEAR_GRAMMARS.has(grammar.name)) return code.length;
  const isLong = code.split('\n').some((line) => line.length > LIMITS.codeLine);
  return isLong ? Infinity : code.length * (1 + code.length / 1000);
}

/** The display name of a language: JSON, JavaScript, Bash. */
export function languageName(language: string): string {
  return hljs.getLanguage(language)?.name ?? language;
}
