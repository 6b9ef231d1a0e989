import { describe, expect, it } from 'vitest';
import { findMethod } from './find-method.ts';
import { runApiToMarkdown } from './run-api.ts';
import { toHtml } from './to-html.ts';

const row = (name: string, more: object = {}) => ({
  name,
  require: '1',
  type: 'string',
  value: '',
  remark: `about ${name}`,
  ...more,
});

const page = (more: { info?: object; request?: object; response?: object } = {}) =>
  JSON.stringify({
    info: { from: 'runapi', url: 'https://a.b/c?x=1', method: 'post', ...more.info },
    request: more.request ?? {},
    response: more.response ?? {},
  });

describe('a Run-API page', () => {
  it('is converted to an API document', () => {
    const markdown = runApiToMarkdown(
      page({
        info: { description: '注册', apiStatus: '3', remark: 'see **errors**' },
        request: {
          params: { mode: 'json', json: '{"a":1}', jsonDesc: [row('a')] },
          headers: [row('X-Token')],
        },
        response: { responseExample: '{"ok":true}', responseParamsDesc: [row('ok')] },
      }),
      'zh-cn',
    );
    expect(findMethod(markdown ?? '')).toBe('POST');
    const { html } = toHtml(markdown ?? '');
    expect(html).toContain('data-copy="https://a.b/c?x=1"');
    for (const text of ['注册', '已完成', 'X-Token', 'about a', 'about ok', '成功', '备注']) {
      expect(html).toContain(text);
    }
    expect(html).toContain('<strong>errors</strong>');
  });

  it('with GET uses its parameters as query and removes them from the URL', () => {
    const request = { params: { mode: 'urlencoded', urlencoded: [row('x', { require: '0' })] } };
    const markdown = runApiToMarkdown(page({ info: { method: 'get' }, request }), 'en');
    expect(markdown).toContain('- `https://a.b/c`');
    expect(markdown).toContain('## Query parameters');
    expect(markdown).toContain('| x | string | No | about x |');
  });

  it('omits rows that are disabled or have no name', () => {
    const request = { headers: [row('off', { disable: 1 }), row(''), row('on')] };
    const markdown = runApiToMarkdown(page({ request }), 'en');
    expect(markdown).toContain('| on |');
    expect(markdown).not.toContain('| off |');
    expect(markdown?.match(/^\| /gm)).toHaveLength(3);
  });

  it("lists the item's global parameters first", () => {
    const globals = { header: [row('G')], query: [row('Q')], body: [row('B')] };
    const request = { headers: [row('H')], params: { mode: 'formdata', formdata: [row('F')] } };
    const markdown = runApiToMarkdown(page({ request }), 'en', globals) ?? '';
    expect(markdown.indexOf('| G |')).toBeLessThan(markdown.indexOf('| H |'));
    expect(markdown.indexOf('| B |')).toBeLessThan(markdown.indexOf('| F |'));
    expect(markdown).not.toContain('| Q |');
  });

  it('escapes Markdown syntax in names and values', () => {
    const request = { headers: [row('__a__', { type: 'List<String>', value: 'a|b *c*' })] };
    const { html } = toHtml(runApiToMarkdown(page({ request }), 'en') ?? '');
    expect(html).toContain('__a__');
    expect(html).toContain('List&lt;String&gt;');
    expect(html).toContain('a|b *c*');
  });

  it.each(['# Markdown', '{not json', '{}', '[]', '{"info":{"url":""}}', 'null', ''])(
    'is not detected in %j',
    (content) => {
      expect(runApiToMarkdown(content, 'en')).toBeUndefined();
    },
  );
});
