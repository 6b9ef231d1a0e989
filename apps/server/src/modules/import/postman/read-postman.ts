import type { Language } from '@octavo/contract/entities';
import { bullet, heading, paragraphs, table } from '@octavo/markdown/write';
import type { Imported, ImportedPage } from '../imported.ts';
import { isObject, list, object, shown, words } from '../json.ts';
import type { Json } from '../json.ts';
import { withOwnTitles } from '../titles.ts';
import { authLines, describe, requestPage, scriptBlocks } from './request-page.ts';
import { fromVersionOne } from './version-one.ts';

type Made = ImportedPage & { readonly differs: string };

const WORDS = {
  en: {
    overview: 'Overview',
    variables: 'Variables',
    auth: 'Authorization',
    name: 'Name',
    value: 'Value',
    remark: 'Remark',
    untitled: 'Collection',
  },
  'zh-cn': {
    overview: '概述',
    variables: '变量',
    auth: '鉴权',
    name: '变量名',
    value: '值',
    remark: '说明',
    untitled: '接口集合',
  },
} as const;

/** Deeper than any real collection. */
const MOST_DEPTH = 50;

function aboutPage(value: Json, language: Language): string {
  const say = WORDS[language];
  const variables = list(value['variable']).map(object);
  const auth = authLines(value['auth']);
  return paragraphs([
    describe(value['description'] ?? object(value['info'])['description']),
    ...(auth.length > 0 ? [heading(say.auth), auth.map(bullet).join('\n')] : []),
    ...(variables.length > 0
      ? [
          heading(say.variables),
          table(
            [say.name, say.value, say.remark],
            variables.map((row) => [
              words(row['key'] ?? row['id']),
              shown(row['value'] ?? ''),
              describe(row['description']),
            ]),
          ),
        ]
      : []),
    ...scriptBlocks(list(value['event'])),
  ]);
}

function pagesOf(
  items: unknown,
  way: readonly string[],
  language: Language,
  auth: unknown,
): Made[] {
  if (way.length > MOST_DEPTH) return [];
  return list(items)
    .filter(isObject)
    .flatMap((item): Made[] => {
      const name = words(item['name']);
      if (Array.isArray(item['item'])) {
        const inside = [...way, name || '…'];
        const about = aboutPage(item, language).trim();
        const overview = {
          way: inside,
          page_title: WORDS[language].overview,
          page_content: about,
          differs: name,
        };
        return [
          ...(about === '' ? [] : [overview]),
          ...pagesOf(item['item'], inside, language, item['auth'] ?? auth),
        ];
      }
      const given = item['request'];
      const request = isObject(given) ? given : { url: given };
      const parts = {
        request: { auth, ...request, description: request['description'] ?? item['description'] },
        responses: list(item['response']),
        events: list(item['event']),
      };
      const page_content = requestPage(parts, language);
      return [{ way, page_title: name, page_content, differs: words(request['method']) || 'GET' }];
    });
}

/** Reads Postman collections of version 1 and 2. */
export function readPostman(given: unknown, language: Language): Imported | undefined {
  if (!isObject(given)) return undefined;
  // The Postman API wraps the collection.
  const inner = isObject(given['collection']) ? given['collection'] : given;
  const isOne = Array.isArray(inner['requests']);
  if (!isOne && !(isObject(inner['info']) && 'item' in inner)) return undefined;
  const collection = isOne ? fromVersionOne(inner) : inner;
  const info = object(collection['info']);
  const say = WORDS[language];
  const about = aboutPage(collection, language).trim();
  const pages: Made[] = [
    ...(about === ''
      ? []
      : [{ way: [], page_title: say.overview, page_content: about, differs: '' }]),
    ...pagesOf(collection['item'], [], language, collection['auth']),
  ];
  return {
    item_name: words(info['name']) || say.untitled,
    item_description: describe(info['description']).split('\n')[0] ?? '',
    pages: withOwnTitles(pages),
    notes: [],
  };
}
