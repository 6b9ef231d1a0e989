import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseApiDocument } from '@octavo/markdown/parse-api-document';
import type { ParsedApiDocument } from '@octavo/markdown/parse-api-document';
import { apiDocumentTemplate } from '@octavo/markdown/templates/api-document';
import type { Language } from '@octavo/contract/entities';
import { describe, expect, it } from 'vitest';
import { findOpenapiErrors } from '../../../../tests/helpers/openapi-errors.ts';
import type { ImportedItem } from '../../import/imported-item.ts';
import { readApiFile } from '../../import/read-api-file.ts';
import type { ExportSource, LoadedChapter } from '../export-source.ts';
import type { ExportTools } from '../export-tools.ts';
import { readTitle } from './to-operation.ts';
import { writeOpenapi } from './write-openapi.ts';

const SITE = 'https://docs.harbor.test';

type Pages = Pick<ImportedItem, 'pages'>['pages'];

/** Exports pages without a server. */
async function exported(pages: Pages, language: Language): Promise<string> {
  const chapters = pages.map(({ catalogPath, page_title, page_content }, at): LoadedChapter => ({
    title: page_title,
    level: catalogPath.length + 1,
    number: at + 1,
    parent: 0,
    catalogPath,
    s_number: 99,
    page: {
      page_id: at + 1,
      page_title,
      cat_id: 0,
      s_number: 99,
      page_type: 0,
      method: '',
    },
    content: page_content,
    stored: page_content,
    files: [],
  }));
  const source: ExportSource = {
    item: {
      item_id: 1,
      item_name: 'Harbor',
      item_description: '',
      item_domain: '',
      item_type: 1,
      global_param: {},
    },
    name: 'Harbor',
    language,
    chapters,
    pageCount: chapters.length,
    async *read() {
      yield* chapters;
    },
  };
  const exporter = { api: async (given: string) => ({ api: parseApiDocument(given) ?? null }) };
  return text(writeOpenapi(source, { exporter, siteOrigin: SITE } as unknown as ExportTools));
}

const names = (rows: readonly { readonly name: string }[]) =>
  [...new Set(rows.map(({ name }) => name))].toSorted();

/** The structure that must survive the round trip, without descriptions. */
function shapeOf(document: ParsedApiDocument, method: string) {
  const isSent = !['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'].includes(method);
  const { headers, query, cookies, body, bodies, responses, fields } = document;
  return {
    headers: names(headers),
    query: names([...query, ...(isSent ? [] : body)]),
    cookies: names(cookies),
    body: names([...(isSent ? body : []), ...bodies.flatMap((one) => one.fields)]),
    statuses: [
      ...new Set([...responses, ...fields].map(({ title }) => readTitle(title).status)),
    ].toSorted(),
    fields: names(fields.flatMap(({ rows }) => rows)),
  };
}

function operationsOf(pages: Pages) {
  const found = new Map<string, ReturnType<typeof shapeOf>>();
  for (const { page_content } of pages) {
    const document = parseApiDocument(page_content);
    for (const { methods, url } of document?.endpoints ?? [])
      for (const method of methods) {
        const path = url.replaceAll(/\/:([\w-]+)/g, '/{$1}').replace(/\/$/, '');
        const key = `${method} ${path}`;
        // An OpenAPI file contains only the first page of each method and path.
        if (document && !found.has(key)) found.set(key, shapeOf(document, method));
      }
  }
  return found;
}

/** The example codes of all operations. */
function examplesOf(pages: Pages): string[] {
  const documents = pages.map(({ page_content }) => parseApiDocument(page_content));
  const codes = documents.flatMap((document) => [
    ...(document?.bodyExamples ?? []),
    ...(document?.bodies ?? []).flatMap(({ examples }) => examples),
    ...(document?.responses ?? []).filter(({ code }) => code !== ''),
  ]);
  return [...new Set(codes.map(({ code }) => code.trim()))];
}

const GOLDEN = new URL('../../../../tests/golden/import/', import.meta.url);
const files = ['openapi', 'postman'].flatMap((kind) =>
  readdirSync(new URL(`${kind}/`, GOLDEN))
    .filter((name) => /\.(json|yaml)$/.test(name))
    .map((name) => `${kind}/${name}`),
);

describe('API pages as an OpenAPI file', () => {
  it.each(files)('become the same operations when the file is imported again: %s', async (name) => {
    for (const language of ['en', 'zh-cn'] as const) {
      const first = readApiFile(readFileSync(new URL(name, GOLDEN)), language);
      const file = await exported(first.pages, language);
      const second = readApiFile(Buffer.from(file), language);
      expect(operationsOf(second.pages)).toEqual(operationsOf(first.pages));
      const document = JSON.parse(file) as { 'x-left-out'?: { title: string }[] };
      expect(await findOpenapiErrors(document)).toEqual([]);
      const others = first.pages.filter(({ page_content }) => !parseApiDocument(page_content));
      const leftOut = (document['x-left-out'] ?? []).map(({ title }) => title);
      expect(leftOut).toEqual(expect.arrayContaining(others.map(({ page_title }) => page_title)));
      const told = first.pages.filter(({ page_title }) => !leftOut.includes(page_title));
      expect(examplesOf(second.pages)).toEqual(expect.arrayContaining(examplesOf(told)));
    }
  });

  it.each(['en', 'zh-cn'] as const)('contain everything of the template: %s', async (language) => {
    const page = {
      catalogPath: ['Users'],
      page_title: 'Register',
      page_content: apiDocumentTemplate(language),
    };
    const guide = {
      catalogPath: [],
      page_title: 'Guide',
      page_content: '# Hello\n\n`GET` is a word.',
    };
    const file = JSON.parse(await exported([page, guide], language)) as unknown;
    expect(file).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Harbor', version: '1.0.0' },
      servers: [{ url: 'https://api.example.com' }],
      paths: {
        '/v1/users': {
          post: {
            tags: ['Users'],
            summary: 'Register',
            parameters: [{ name: 'Authorization', in: 'header', required: true }],
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['username', 'email'],
                    properties: { name: { type: 'string' } },
                  },
                  example: { username: 'mei.lin' },
                },
              },
            },
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: { properties: { data: { properties: { uid: { type: 'integer' } } } } },
                  },
                },
              },
              400: { content: { 'application/json': { example: { error_code: 10001 } } } },
            },
          },
        },
      },
      'x-left-out': [{ title: 'Guide', catalog: '', reason: 'no API document' }],
    });
  });

  it('are valid even if their source was not', async () => {
    const description = {
      openapi: '3.0.3',
      info: { title: 'Odd', version: '1' },
      components: {
        securitySchemes: {
          login: {
            type: 'oauth2',
            flows: { implicit: { authorizationUrl: 'https://a.test/in' } },
          },
        },
      },
      security: [{ login: [] }],
      paths: { '/a': { get: { summary: 'A', responses: { '2xx': { description: 'Good' } } } } },
    };
    const { pages } = readApiFile(Buffer.from(JSON.stringify(description)), 'en');
    const file = JSON.parse(await exported(pages, 'en')) as unknown;
    expect(await findOpenapiErrors(file)).toEqual([]);
    expect(file).toMatchObject({
      paths: { '/a': { get: { responses: { '2XX': {} } } } },
      components: { securitySchemes: { login: { flows: { implicit: { scopes: {} } } } } },
    });
  });

  it('support the formatting of older pages', async () => {
    const page_content =
      '**简要描述：** \n\n- 用户登录\n\n**请求URL：** \n- ` http://xx.com/api/user/login `\n  \n**请求方式：**\n- POST \n\n**参数：** \n\n|参数名|必选|类型|说明|\n|:----    |:---|:----- |-----   |\n|username |是  |string |用户名   |\n|password |是  |string | 密码    |\n\n **返回示例**\n\n``` \n  {\n    "error_code": 0\n  }\n```\n\n **返回参数说明** \n\n|参数名|类型|说明|\n|:-----  |:-----|-----                           |\n|groupid |int   |用户组id |\n\n **备注** \n\n- 更多返回错误代码请看首页';
    const file = JSON.parse(
      await exported([{ catalogPath: [], page_title: '登录', page_content }], 'zh-cn'),
    ) as { paths: Record<string, unknown> };
    expect(file.paths['/api/user/login']).toMatchObject({
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { required: ['username', 'password'] },
            },
          },
        },
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { properties: { groupid: { type: 'integer', description: '用户组id' } } },
                example: { error_code: 0 },
              },
            },
          },
        },
      },
    });
  });
});

it('makes links in descriptions absolute', async () => {
  const page_content = [
    '##### Brief description',
    '',
    '- See [orders](/harbor/12) and ![flow](/file/0123456789abcdef0123456789abcdef/flow.png), not',
    '  `[code](/kept)`, [elsewhere](//cdn.test/x) or [the web](https://example.com/a).',
    '',
    '##### Request URL',
    '',
    '- `https://api.harbor.test/v1/orders`',
    '',
    '##### Method',
    '',
    '- GET',
  ].join('\n');
  const file = await exported([{ catalogPath: [], page_title: 'Orders', page_content }], 'en');
  expect(file).toContain(`[orders](${SITE}/harbor/12)`);
  expect(file).toContain(`![flow](${SITE}/file/0123456789abcdef0123456789abcdef/flow.png)`);
  for (const kept of ['`[code](/kept)`', '](//cdn.test/x)', '](https://example.com/a)'])
    expect(file).toContain(kept);
});

it('includes the text between the method and the first heading', async () => {
  const page_content = `**Request URL:**
- \`https://api.harbor.test/orders\`

**Method:**
- POST

Reserves stock for 30 minutes.

> [!WARNING]
> Error 40921 means out of stock.

## Headers

|Name|Type|Required|Remark|
|:--|:--|:--|:--|
|Key|string|Optional|A UUID|
`;
  const pages = [{ catalogPath: [], page_title: 'Create an order', page_content, source: '' }];
  const { paths } = JSON.parse(await exported(pages, 'en')) as {
    paths: Record<string, Record<string, { description: string }>>;
  };
  expect(paths['/orders']?.['post']?.description).toBe(
    'Reserves stock for 30 minutes.\n\n> [!WARNING]\n> Error 40921 means out of stock.',
  );
});
