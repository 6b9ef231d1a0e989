import { isObject, list, object, words } from '../json.ts';
import type { Json } from '../json.ts';

/** Converts a request of version 1 to version 2. */
function asRequest(given: Json): Json {
  const mode = words(given['dataMode']);
  const rows = list(given['data']);
  const raw =
    given['rawModeData'] ?? (typeof given['data'] === 'string' ? given['data'] : undefined);
  const body =
    mode === 'urlencoded'
      ? { mode, urlencoded: rows }
      : mode === 'raw' || typeof raw === 'string'
        ? { mode: 'raw', raw: raw ?? '' }
        : { mode: 'formdata', formdata: rows };
  const headers = list(given['headerData']);
  const variables = object(given['pathVariables']);
  return {
    method: given['method'],
    description: given['description'],
    header: headers.length > 0 ? headers : given['headers'],
    auth: given['auth'] ?? given['currentHelper'],
    body,
    url: {
      raw: given['url'],
      query: given['queryParams'],
      variable: list(given['pathVariableData']).concat(
        Object.entries(variables).map(([key, value]) => ({ key, value })),
      ),
    },
  };
}

function asEvents(given: Json): readonly unknown[] {
  return [
    { listen: 'prerequest', script: { exec: given['preRequestScript'] } },
    { listen: 'test', script: { exec: given['tests'] } },
    ...list(given['events']),
  ];
}

/**
 * Converts a collection of version 1, which references requests and folders by id, to the nested format of version 2.
 */
export function fromVersionOne(collection: Json): Json {
  const requests = list(collection['requests']).filter(isObject);
  const folders = list(collection['folders']).filter(isObject);
  const inOrder = (parts: readonly Json[], order: unknown) => {
    const at = new Map(list(order).map((id, place) => [words(id), place]));
    const place = (part: Json) => at.get(words(part['id'])) ?? parts.length;
    return parts.toSorted((one, other) => place(one) - place(other));
  };
  const asItem = (given: Json): Json => ({
    name: given['name'],
    request: asRequest(given),
    response: list(given['responses']),
    event: asEvents(given),
  });
  /** Newer files of version 1 store the parent of a folder, older ones its children. */
  const parentOf = (folder: Json) => {
    const holder = folders.find((other) => list(other['folders_order']).includes(folder['id']));
    return words(folder['folder']) || words(folder['parentId']) || words(holder?.['id']);
  };
  const folderOf = (request: Json) => {
    const holder = folders.find((folder) => list(folder['order']).includes(request['id']));
    return words(request['folder']) || words(holder?.['id']);
  };
  const build = (
    id: string,
    order: unknown,
    folderOrder: unknown,
    above: readonly string[],
  ): Json[] => [
    ...inOrder(
      folders.filter((folder) => parentOf(folder) === id),
      folderOrder,
    )
      .filter((folder) => !above.includes(words(folder['id'])))
      .map((folder) => ({
        name: folder['name'],
        description: folder['description'],
        item: build(words(folder['id']), folder['order'], folder['folders_order'], [
          ...above,
          words(folder['id']),
        ]),
      })),
    ...inOrder(
      requests.filter((request) => folderOf(request) === id),
      order,
    ).map(asItem),
  ];
  return {
    info: { name: collection['name'], description: collection['description'] },
    variable: collection['variables'],
    item: build('', collection['order'], collection['folders_order'], []),
  };
}
