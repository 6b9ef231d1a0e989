import type { MarkdownIt } from 'markdown-it';
import { isOutdented } from './block-lines.ts';
import { LIMITS } from './limits.ts';

/** Beyond the nesting limit, markdown-it drops the content; this rule shows it as source text instead. */
export function limitNesting(md: MarkdownIt): void {
  const tokenize = md.block.tokenize.bind(md.block);
  md.block.tokenize = (state, startLine, endLine) => {
    if (state.level < LIMITS.nesting) {
      tokenize(state, startLine, endLine);
      return;
    }
    let line = startLine;
    while (line < endLine && (state.isEmpty(line) || !isOutdented(state, line))) line += 1;
    state.push('cut', '', 0).content = state.getLines(startLine, line, state.blkIndent, false);
    state.line = line;
  };
}
