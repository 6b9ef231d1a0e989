import { isObject, toArray, toObject, toText } from '../json.ts';
import type { JsonObject } from '../json.ts';

/** Converts a request of version 1 to version 2. */
function toRequest(given: JsonObject): JsonObject {
  const mode = toText(given['dataMode']);
  const rows = toArray(given['data']);
  const raw =
    given['rawModeData'] ?? (typeof given['data'] === 'string' ? given['data'] : undefined);
  const body =
    mode === 'urlencoded'
      ? { mode, urlencoded: rows }
      : mode === 'raw' || typeof raw === 'string'
        ? { mode: 'raw', raw: raw ?? '' }
        : { mode: 'formdata', formdata: rows };
  const headers = toArray(given['headerData']);
  const variables = toObject(given['pathVariables']);
  return {
    method: given['method'],
    description: given['description'],
    header: headers.length > 0 ? headers : given['headers'],
    auth: given['auth'] ?? given['currentHelper'],
    body,
    url: {
      raw: given['url'],
      query: given['queryParams'],
      variable: toArray(given['pathVariableData']).concat(
        Object.entries(variables).map(([key, value]) => ({ key, value })),
      ),
    },
  };
}

function toEvents(given: JsonObject): readonly unknown[] {
  return [
    { listen: 'prerequest', script: { exec: given['preRequestScript'] } },
    { listen: 'test', script: { exec: given['tests'] } },
    ...toArray(given['events']),
  ];
}

/**
 * Converts a collection of version 1, which references requests and folders by id, to the nested format of version 2.
 */
export function upgradeCollection(collection: JsonObject): JsonObject {
  const requests = toArray(collection['requests']).filter(isObject);
  const folders = toArray(collection['folders']).filter(isObject);
  const inOrder = (parts: readonly JsonObject[], order: unknown) => {
    const at = new Map(toArray(order).map((id, position) => [toText(id), position]));
    const position = (part: JsonObject) => at.get(toText(part['id'])) ?? parts.length;
    return parts.toSorted((one, other) => position(one) - position(other));
  };
  const toItem = (given: JsonObject): JsonObject => ({
    name: given['name'],
    request: toRequest(given),
    response: toArray(given['responses']),
    event: toEvents(given),
  });
  /** Newer files of version 1 store the parent of a folder, older ones its children. */
  const parentOf = (folder: JsonObject) => {
    const parent = folders.find((other) => toArray(other['folders_order']).includes(folder['id']));
    return toText(folder['folder']) || toText(folder['parentId']) || toText(parent?.['id']);
  };
  const folderOf = (request: JsonObject) => {
    const parent = folders.find((folder) => toArray(folder['order']).includes(request['id']));
    return toText(request['folder']) || toText(parent?.['id']);
  };
  const build = (
    id: string,
    order: unknown,
    folderOrder: unknown,
    ancestors: readonly string[],
  ): JsonObject[] => [
    ...inOrder(
      folders.filter((folder) => parentOf(folder) === id),
      folderOrder,
    )
      .filter((folder) => !ancestors.includes(toText(folder['id'])))
      .map((folder) => ({
        name: folder['name'],
        description: folder['description'],
        item: build(toText(folder['id']), folder['order'], folder['folders_order'], [
          ...ancestors,
          toText(folder['id']),
        ]),
      })),
    ...inOrder(
      requests.filter((request) => folderOf(request) === id),
      order,
    ).map(toItem),
  ];
  return {
    info: { name: collection['name'], description: collection['description'] },
    variable: collection['variables'],
    item: build('', collection['order'], collection['folders_order'], []),
  };
}
