import type { Page } from '@playwright/test';
import { editorPage, openEditor } from './editor-page.ts';
import type { Translate } from './fixtures.ts';
import type { Site } from './site.ts';

type ViewMode = 'write' | 'split' | 'live' | 'read';

/** A text with every kind of block that Live draws. */
export const LIVE_TEXT = `**Request URL:**
- \`https://api.harbor.dev/v2/orders\`

**Method:**
- POST

Creates an **order** and calls [Capture](/page/7).

> [!NOTE]
> Safe to retry.

## Headers

|Name|Type|
|:--|:--|
|Authorization|string|
|Idempotency-Key|string|

- first
  - inner
- [ ] open task
- [x] done task

\`\`\`json
{ "a": 1 }
\`\`\`

\`\`\`mermaid
graph TD
  Cart --> Paid
\`\`\`

$$
\\frac{a}{b}
$$

A price of $x^2$ and ![map](/favicon.svg) inside.

[TOC]

---

Last line.`;

/** The editor of a page in Live mode. */
export function livePage(page: Page, text: Translate) {
  const editor = editorPage(page, text);
  const { source } = editor;
  const view = page.getByRole('radiogroup', { name: text('editor.view') });
  const block = (name: string) => source.getByRole('group', { name });
  return {
    ...editor,
    choose: (mode: ViewMode) => view.getByText(text(`editor.${mode}`), { exact: true }).click(),
    mode: (mode: ViewMode) =>
      view.getByRole('radio', { name: text(`editor.${mode}`), exact: true }),
    table: block(text('live.table')),
    code: block(text('live.codeOf', { language: 'json' })),
    diagram: block(text('live.diagram')),
    formula: block(text('live.formula')),
    callout: block(text('live.callout')),
    endpoint: block(text('live.endpoint')),
    grip: page.getByRole('button', { name: text('live.blockMenu') }),
    plus: page.getByRole('button', { name: text('live.insertBlock') }),
    line: (words: string | RegExp) => source.locator('.cm-line').filter({ hasText: words }),
  };
}

/** Opens a page of the sample item in the editor; Live is not chosen yet. */
export async function openLive(page: Page, site: Site, text: Translate, content = LIVE_TEXT) {
  const opened = await openEditor(page, site, text, content);
  return { ...opened, live: livePage(page, text) };
}
