import type { Language } from '@octavo/contract/entities';
import { upgrade } from '@scalar/openapi-upgrader';
import type { ImportedItem, ImportedPage } from '../imported-item.ts';
import { isObject, toArray, toObject, toText } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { withUniqueTitles } from '../unique-titles.ts';
import { operationPage } from './operation.ts';
import type { Tools } from './operation.ts';
import { modelPage, overviewPage } from './overview.ts';
import { createReferences } from './references.ts';
import { schemaFields } from './schema-fields.ts';
import { LABELS } from './labels.ts';

type DraftPage = ImportedPage & { readonly disambiguator: string };

const METHODS = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]);

function serverUrl(...levels: readonly unknown[]): string {
  const [server] = levels.flatMap(toArray).map(toObject);
  const variables = toObject(server?.['variables']);
  const url = toText(server?.['url']).replace(/\{([^}]+)\}/g, (whole, name: string) => {
    return toText(toObject(variables[name])['default']) || whole;
  });
  return url === '/' ? '' : url.replace(/\/$/, '');
}

/** The operations of paths, webhooks or a callback. */
function operationPages(
  tools: Tools,
  document: JsonObject,
  paths: unknown,
  catalogOf: (operation: JsonObject) => readonly string[],
): DraftPage[] {
  return Object.entries(toObject(paths)).flatMap(([path, raw]) => {
    const item = tools.resolveRef(raw).value;
    const isOperation = ([method, value]: [string, unknown]) =>
      METHODS.has(method) && isObject(value);
    return Object.entries(item)
      .filter(isOperation)
      .flatMap(([method, found]) => {
        const value = toObject(found);
        const url = `${serverUrl(value['servers'], item['servers'], document['servers'])}${path}`;
        const page = operationPage(tools, {
          method,
          url,
          value,
          pathParameters: toArray(item['parameters']),
          security: toArray(value['security'] ?? document['security']),
        });
        const about = [toText(item['summary']), toText(item['description'])].filter(Boolean);
        const disambiguator = `${method.toUpperCase()} ${path}`;
        const operationDraft: DraftPage = {
          catalogPath: catalogOf(value),
          page_title: toText(value['summary']) || toText(value['operationId']) || disambiguator,
          page_content: [page, ...about].join('\n\n'),
          // The summary may change between imports, so method and path identify the operation.
          source: disambiguator,
          disambiguator,
        };
        const callbacks = Object.entries(toObject(value['callbacks'])).flatMap(([name, callback]) =>
          operationPages(tools, document, tools.resolveRef(callback).value, () => [
            tools.labels.callbacks,
            name,
          ]),
        );
        return [operationDraft, ...callbacks];
      });
  });
}

/** Reads Swagger 2 and OpenAPI 3, which are upgraded to 3.1 first. */
export function readOpenapi(raw: unknown, language: Language): ImportedItem | undefined {
  if (!isObject(raw) || !(toText(raw['swagger']) || toText(raw['openapi']))) return undefined;
  const document = upgrade({ ...raw }, '3.1') as JsonObject;
  const notes = new Set<string>();
  const found = createReferences(document, (line) => notes.add(line));
  const labels = LABELS[language];
  const tools: Tools = { ...found, ...schemaFields(found, labels), labels, language };
  const info = toObject(document['info']);
  const catalogByTag = (operation: JsonObject) =>
    toArray(operation['tags']).slice(0, 1).map(toText);
  const models = Object.keys(toObject(toObject(document['components'])['schemas']));
  const overview = overviewPage(tools, document);
  const pages: DraftPage[] = [
    ...(overview.trim() === ''
      ? []
      : [
          {
            catalogPath: [],
            page_title: labels.overview,
            page_content: overview,
            disambiguator: '',
          },
        ]),
    ...operationPages(tools, document, document['paths'], catalogByTag),
    ...operationPages(tools, document, document['webhooks'], () => [labels.webhooks]),
    ...models.map((name) => ({
      catalogPath: [labels.models],
      page_title: name,
      page_content: modelPage(tools, name),
      disambiguator: labels.models,
    })),
  ];
  return {
    item_name: toText(info['title']) || labels.untitled,
    item_description: toText(info['summary']) || (toText(info['description']).split('\n')[0] ?? ''),
    pages: withUniqueTitles(pages),
    notes: [...notes, ...found.unused()],
  };
}
