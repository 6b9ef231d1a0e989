import type { Language } from '@octavo/contract/entities';
import { bullet, heading, paragraphs, table } from '@octavo/markdown/write-markdown';
import type { ImportedItem, ImportedPage } from '../imported-item.ts';
import { isObject, toArray, toObject, formatValue, toText } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { withUniqueTitles } from '../unique-titles.ts';
import { authLines, descriptionText, requestPage, scriptBlocks } from './request-page.ts';
import { upgradeCollection } from './upgrade-v1.ts';

type DraftPage = ImportedPage & { readonly disambiguator: string };

const LABELS = {
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
const MAX_DEPTH = 50;

function overviewText(value: JsonObject, language: Language): string {
  const labels = LABELS[language];
  const variables = toArray(value['variable']).map(toObject);
  const auth = authLines(value['auth']);
  return paragraphs([
    descriptionText(value['description'] ?? toObject(value['info'])['description']),
    ...(auth.length > 0 ? [heading(labels.auth), auth.map(bullet).join('\n')] : []),
    ...(variables.length > 0
      ? [
          heading(labels.variables),
          table(
            [labels.name, labels.value, labels.remark],
            variables.map((row) => [
              toText(row['key'] ?? row['id']),
              formatValue(row['value'] ?? ''),
              descriptionText(row['description']),
            ]),
          ),
        ]
      : []),
    ...scriptBlocks(toArray(value['event'])),
  ]);
}

function pagesOf(
  items: unknown,
  catalogPath: readonly string[],
  language: Language,
  auth: unknown,
): DraftPage[] {
  if (catalogPath.length > MAX_DEPTH) return [];
  return toArray(items)
    .filter(isObject)
    .flatMap((item): DraftPage[] => {
      const name = toText(item['name']);
      if (Array.isArray(item['item'])) {
        const folderPath = [...catalogPath, name || '…'];
        const overviewContent = overviewText(item, language).trim();
        const overview = {
          catalogPath: folderPath,
          page_title: LABELS[language].overview,
          page_content: overviewContent,
          disambiguator: name,
        };
        return [
          ...(overviewContent === '' ? [] : [overview]),
          ...pagesOf(item['item'], folderPath, language, item['auth'] ?? auth),
        ];
      }
      const given = item['request'];
      const request = isObject(given) ? given : { url: given };
      const parts = {
        request: { auth, ...request, description: request['description'] ?? item['description'] },
        responses: toArray(item['response']),
        events: toArray(item['event']),
      };
      const page_content = requestPage(parts, language);
      return [
        {
          catalogPath,
          page_title: name,
          page_content,
          disambiguator: toText(request['method']) || 'GET',
        },
      ];
    });
}

/** Reads Postman collections of version 1 and 2. */
export function readPostman(given: unknown, language: Language): ImportedItem | undefined {
  if (!isObject(given)) return undefined;
  // The Postman API wraps the collection.
  const inner = isObject(given['collection']) ? given['collection'] : given;
  const isVersionOne = Array.isArray(inner['requests']);
  if (!isVersionOne && !(isObject(inner['info']) && 'item' in inner)) return undefined;
  const collection = isVersionOne ? upgradeCollection(inner) : inner;
  const info = toObject(collection['info']);
  const labels = LABELS[language];
  const overviewContent = overviewText(collection, language).trim();
  const pages: DraftPage[] = [
    ...(overviewContent === ''
      ? []
      : [
          {
            catalogPath: [],
            page_title: labels.overview,
            page_content: overviewContent,
            disambiguator: '',
          },
        ]),
    ...pagesOf(collection['item'], [], language, collection['auth']),
  ];
  return {
    item_name: toText(info['name']) || labels.untitled,
    item_description: descriptionText(info['description']).split('\n')[0] ?? '',
    pages: withUniqueTitles(pages),
    notes: [],
  };
}
