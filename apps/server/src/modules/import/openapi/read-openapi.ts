import type { Language } from '@octavo/contract/entities';
import { upgrade } from '@scalar/openapi-upgrader';
import type { Imported, ImportedPage } from '../imported.ts';
import { isObject, list, object, words } from '../json.ts';
import type { Json } from '../json.ts';
import { withOwnTitles } from '../titles.ts';
import { operationPage } from './operation.ts';
import type { Tools } from './operation.ts';
import { modelPage, overviewPage } from './overview.ts';
import { references } from './references.ts';
import { schemaFields } from './schema-fields.ts';
import { WORDS } from './words.ts';

type Made = ImportedPage & { readonly differs: string };

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

function serverOf(...levels: readonly unknown[]): string {
  const [server] = levels.flatMap(list).map(object);
  const variables = object(server?.['variables']);
  const url = words(server?.['url']).replace(/\{([^}]+)\}/g, (whole, name: string) => {
    return words(object(variables[name])['default']) || whole;
  });
  return url === '/' ? '' : url.replace(/\/$/, '');
}

/** The operations of paths, webhooks or a callback. */
function operationPages(
  tools: Tools,
  document: Json,
  paths: unknown,
  catalogOf: (operation: Json) => readonly string[],
): Made[] {
  return Object.entries(object(paths)).flatMap(([path, given]) => {
    const item = tools.follow(given).value;
    const isOperation = ([method, value]: [string, unknown]) =>
      METHODS.has(method) && isObject(value);
    return Object.entries(item)
      .filter(isOperation)
      .flatMap(([method, found]) => {
        const value = object(found);
        const url = `${serverOf(value['servers'], item['servers'], document['servers'])}${path}`;
        const page = operationPage(tools, {
          method,
          url,
          value,
          shared: list(item['parameters']),
          security: list(value['security'] ?? document['security']),
        });
        const about = [words(item['summary']), words(item['description'])].filter(Boolean);
        const differs = `${method.toUpperCase()} ${path}`;
        const made: Made = {
          way: catalogOf(value),
          page_title: words(value['summary']) || words(value['operationId']) || differs,
          page_content: [page, ...about].join('\n\n'),
          // The summary may change between imports, so method and path identify the operation.
          source: differs,
          differs,
        };
        const callbacks = Object.entries(object(value['callbacks'])).flatMap(([name, callback]) =>
          operationPages(tools, document, tools.follow(callback).value, () => [
            tools.say.callbacks,
            name,
          ]),
        );
        return [made, ...callbacks];
      });
  });
}

/** Reads Swagger 2 and OpenAPI 3, which are upgraded to 3.1 first. */
export function readOpenapi(given: unknown, language: Language): Imported | undefined {
  if (!isObject(given) || !(words(given['swagger']) || words(given['openapi']))) return undefined;
  const document = upgrade({ ...given }, '3.1') as Json;
  const notes = new Set<string>();
  const found = references(document, (line) => notes.add(line));
  const say = WORDS[language];
  const tools: Tools = { ...found, ...schemaFields(found, say), say, language };
  const info = object(document['info']);
  const byTag = (operation: Json) => list(operation['tags']).slice(0, 1).map(words);
  const models = Object.keys(object(object(document['components'])['schemas']));
  const overview = overviewPage(tools, document);
  const pages: Made[] = [
    ...(overview.trim() === ''
      ? []
      : [{ way: [], page_title: say.overview, page_content: overview, differs: '' }]),
    ...operationPages(tools, document, document['paths'], byTag),
    ...operationPages(tools, document, document['webhooks'], () => [say.webhooks]),
    ...models.map((name) => ({
      way: [say.models],
      page_title: name,
      page_content: modelPage(tools, name),
      differs: say.models,
    })),
  ];
  return {
    item_name: words(info['title']) || say.untitled,
    item_description: words(info['summary']) || (words(info['description']).split('\n')[0] ?? ''),
    pages: withOwnTitles(pages),
    notes: [...notes, ...found.unused()],
  };
}
