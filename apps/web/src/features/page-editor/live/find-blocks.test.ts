import { describe, expect, it } from 'vitest';
import { displayed, liveStateOf } from './tests/live-test-view.ts';

const TABLE = '|a|b|\n|-|-|\n|1|2|';

describe('drawn blocks', () => {
  it.each([
    ['a table', TABLE, '<table>'],
    ['code', '```json\n{}\n```', '<code>'],
    ['indented code', '    a\n    b', '<code>'],
    ['a diagram', '```mermaid\ngraph TD\n```', '<diagram>'],
    ['a formula', '$$\na_1\n+ b\n$$', '<formula>'],
    ['a formula in one line', '$$a_1$$', '<formula>'],
    ['a formula as a fence', '```math\nx\n```', '<formula>'],
    ['an image', '![alt](a.png)', '<image>'],
    ['a callout', '> [!NOTE]\n> text', '<callout>'],
    ['a callout with a bold title', '> **Note** text', '<callout>'],
    ['an endpoint', '`POST /v2/orders`', '<endpoint>'],
    ['balanced HTML', '<p>one</p>', '<html>'],
    ['code in a list', '- item\n\n  ```js\n  1\n  ```', '•item\n\n<code>'],
  ])('%s', (_name, text, shown) => {
    expect(displayed(`^\n\n${text}\n\nend`)).toBe(`\n\n${shown}\n\nend`);
  });

  it('combines the sections of an endpoint like the renderer', () => {
    const text = '**Request URL:**\n- `https://a.example/v1`\n\n**Method:**\n- POST\n\n## Next';
    expect(displayed(`^\n\n${text}`)).toBe('\n\n<endpoint>\n\nNext');
    expect(displayed('^\n\n**Request URL:** see below\n\ntext')).toBe(
      '\n\nRequest URL: see below\n\ntext',
    );
  });

  it('shows the placeholder of a file as text', () => {
    const text = '![Uploading a.png](#uploading-0123abcd)';
    expect(displayed(`^\n\n${text}\n\n- ${text}`)).toBe(`\n\n${text}\n\n•${text}`);
  });

  it('shows the source while the cursor is in it', () => {
    for (const text of ['```js\n1\n```', '> [!NOTE]\n> text', '$$\nx\n$$']) {
      expect(displayed(text.replace('\n', '^\n'))).toBe(text);
      expect(displayed(`^${text}`)).toBe(text);
      expect(displayed(`${text}^`)).toBe(text);
    }
  });

  it('draws a table with the cursor in a cell, but not with a selection of several', () => {
    expect(displayed(TABLE.replace('1', '1^'))).toBe('<table>');
    const { view, field } = liveStateOf(TABLE);
    view.dispatch({ selection: { anchor: TABLE.indexOf('1'), head: TABLE.indexOf('2') } });
    expect(view.state.field(field).decorations.size).toBe(0);
    view.destroy();
  });

  it.each([
    ['<details>\n<summary>More</summary>\n\ntext\n\n</details>', 'HTML'],
    ['[TOC]', 'table of contents'],
    ['$$\n\\frac{\n$$', 'formula'],
  ])('shows %j as source with the reason', (text, reason) => {
    const { view } = liveStateOf(`^\n\n${text}`);
    expect(view.dom.querySelector('.live-reason')?.textContent).toContain(reason);
    expect(displayed(`^\n\n${text}`)).toContain(text.split('\n')[0]);
    view.destroy();
  });

  it('have accessible names', () => {
    const { view } = liveStateOf(`^\n\n${TABLE}\n\n\`\`\`json\n{}\n\`\`\`\n\n![A map](a.png)`);
    const names = [...view.dom.querySelectorAll('[role=group]')].map(
      (block) => block.ariaLabel ?? block.getAttribute('aria-label'),
    );
    expect(names).toEqual(['Table', 'Code block, json', 'Image, A map']);
    view.destroy();
  });
});
