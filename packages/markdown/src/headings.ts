import type { MarkdownIt, StateCore } from 'markdown-it';
import { documentOf } from './document.ts';
import { uniqueIds } from './heading-ids.ts';
import { inlineText } from './inline-text.ts';
import { LIMITS } from './limits.ts';

/** Sets the ids of headings and collects the outline. */
export function headings(md: MarkdownIt): void {
  md.core.ruler.push('heading_ids', headingIds);
}

function headingIds(state: StateCore): void {
  const { outline, headingIds: usedIds } = documentOf(state.env);
  const idFor = uniqueIds(usedIds);
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    if (outline.length === LIMITS.headings) return;
    const text = inlineText(state.tokens[index + 1]?.children ?? []).trim();
    const id = idFor(text);
    token.attrSet('id', id);
    outline.push({ id, level: Number(token.tag.slice(1)), text });
  }
}
