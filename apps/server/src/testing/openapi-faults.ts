type Thing = Readonly<Record<string, unknown>>;
/** Reports an error at a location of the document. */
type Tell = (place: string, fault: string) => void;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const STATUS = /^(?:[1-5](?:\d\d|XX)|default)$/;
const KEY = /^[\w.-]+$/;
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const SCHEMA_PARTS = ['items', 'additionalProperties', 'not'];
const SCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf'];
const SCHEMA_MAPS = ['properties', 'patternProperties', '$defs'];
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const COUNTS = ['Length', 'Items', 'Properties'].flatMap((of) => [`min${of}`, `max${of}`]);
const FLAGS = ['uniqueItems', 'readOnly', 'writeOnly', 'deprecated'];
const TEXTS = ['format', 'description', 'pattern', 'contentMediaType', 'contentEncoding', 'title'];
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  http: ['scheme'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
  mutualTLS: [],
};

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const entries = (value: unknown) => (isThing(value) ? Object.entries(value) : []);
const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);
const repeated = (values: readonly unknown[]) =>
  values.filter((value, at) => values.indexOf(value) !== at);

function checkSchema(schema: unknown, place: string, tell: Tell): void {
  if (typeof schema === 'boolean') return;
  if (!isThing(schema)) return tell(place, 'is no schema');
  const has = (key: string) => schema[key] !== undefined;
  const types = Array.isArray(schema['type']) ? list(schema['type']) : [schema['type']];
  if (has('type') && types.some((type) => !TYPES.includes(String(type))))
    tell(place, `unknown type ${types.join()}`);
  if (repeated(types).length > 0) tell(place, 'a type twice');
  const wrong = [
    ...NUMBERS.filter((key) => has(key) && typeof schema[key] !== 'number'),
    ...COUNTS.filter((key) => has(key) && !(Number(schema[key]) >= 0)),
    ...FLAGS.filter((key) => has(key) && typeof schema[key] !== 'boolean'),
    ...TEXTS.filter((key) => has(key) && typeof schema[key] !== 'string'),
    ...['required', 'enum', 'examples'].filter((key) => has(key) && !Array.isArray(schema[key])),
  ];
  for (const key of wrong) tell(place, `${key} is ${JSON.stringify(schema[key])}`);
  if (repeated(list(schema['required'])).length > 0) tell(place, 'a required name twice');
  if (has('enum') && list(schema['enum']).length === 0) tell(place, 'an empty enum');
  for (const key of SCHEMA_PARTS) if (has(key)) checkSchema(schema[key], `${place}/${key}`, tell);
  for (const key of SCHEMA_LISTS) {
    if (has(key) && list(schema[key]).length === 0) tell(place, `an empty ${key}`);
    for (const [at, one] of list(schema[key]).entries())
      checkSchema(one, `${place}/${key}/${at}`, tell);
  }
  for (const key of SCHEMA_MAPS)
    for (const [name, one] of entries(schema[key]))
      checkSchema(one, `${place}/${key}/${name}`, tell);
}

function checkContent(content: unknown, place: string, tell: Tell): void {
  for (const [type, media] of entries(content)) {
    const at = `${place}/${type}`;
    if (!/^[^\s/]+\/[^\s/]+/.test(type)) tell(at, 'is no media type');
    if (!isThing(media)) return tell(at, 'is no object');
    if (media['schema'] !== undefined) checkSchema(media['schema'], `${at}/schema`, tell);
    if ('example' in media && 'examples' in media) tell(at, 'example beside examples');
    for (const [name, example] of entries(media['examples']))
      if (!isThing(example) || !('value' in example || '$ref' in example))
        tell(`${at}/examples/${name}`, 'has no value');
  }
}

function checkParameters(path: string, operation: Thing, place: string, tell: Tell): void {
  const parameters = list(operation['parameters']).filter(isThing);
  const keys = parameters.map((one) => `${String(one['in'])} ${String(one['name'])}`);
  for (const key of repeated(keys)) tell(place, `parameter ${String(key)} twice`);
  for (const one of parameters) {
    const at = `${place}/${String(one['name'])}`;
    if (typeof one['name'] !== 'string' || one['name'] === '') tell(at, 'has no name');
    if (!['path', 'query', 'header', 'cookie'].includes(String(one['in']))) tell(at, 'is nowhere');
    if (one['in'] === 'path' && one['required'] !== true) tell(at, 'may be missing in the path');
    if (one['schema'] === undefined) tell(at, 'has no schema');
    else checkSchema(one['schema'], `${at}/schema`, tell);
  }
  const named = Array.from(
    path.split('?')[0]?.matchAll(/\{([^{}]+)\}/g) ?? [],
    ([, name]) => `path ${name ?? ''}`,
  );
  const declared = keys.filter((key) => key.startsWith('path '));
  if (!path.startsWith('/')) return;
  for (const name of named) if (!declared.includes(name)) tell(place, `${name} is not declared`);
  for (const name of declared) if (!named.includes(name)) tell(place, `${name} is not in the path`);
}

function checkOperation(path: string, operation: unknown, place: string, tell: Tell): void {
  if (!isThing(operation)) return tell(place, 'is no operation');
  checkParameters(path, operation, place, tell);
  const body = operation['requestBody'];
  if (isThing(body)) {
    if (entries(body['content']).length === 0) tell(place, 'a body without content');
    checkContent(body['content'], `${place}/requestBody`, tell);
  }
  const responses = entries(operation['responses']);
  if ('responses' in operation && responses.length === 0) tell(place, 'no response');
  for (const [status, response] of responses) {
    const at = `${place}/${status}`;
    if (!STATUS.test(status)) tell(at, 'is no status');
    if (!isThing(response) || typeof response['description'] !== 'string')
      return tell(at, 'has no description');
    checkContent(response['content'], at, tell);
    for (const [name, header] of entries(response['headers']))
      if (isThing(header)) checkSchema(header['schema'] ?? {}, `${at}/headers/${name}`, tell);
  }
}

function checkServers(servers: unknown, place: string, tell: Tell): void {
  for (const server of list(servers).filter(isThing)) {
    const url = typeof server['url'] === 'string' ? server['url'] : '';
    if (url === '') tell(place, 'a server without address');
    for (const [, name = ''] of url.matchAll(/\{([^{}]+)\}/g)) {
      const variable = isThing(server['variables']) ? server['variables'][name] : undefined;
      if (!isThing(variable) || typeof variable['default'] !== 'string')
        tell(place, `server variable ${name} has no default`);
    }
  }
}

/** Checks that every reference in the document resolves. */
function checkReferences(root: unknown, part: unknown, place: string, tell: Tell): void {
  if (Array.isArray(part))
    for (const [at, one] of (part as unknown[]).entries())
      checkReferences(root, one, `${place}/${at}`, tell);
  for (const [key, value] of entries(part)) {
    if (key !== '$ref' || typeof value !== 'string') {
      if (key !== 'example' && key !== 'value')
        checkReferences(root, value, `${place}/${key}`, tell);
      continue;
    }
    const steps = value.split('/').slice(1);
    const found = steps.reduce<unknown>((from, step) => {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      return isThing(from) ? from[name] : undefined;
    }, root);
    if (!value.startsWith('#/') || found === undefined) tell(place, `${value} leads nowhere`);
  }
}

function checkSecurity(document: Thing, operations: readonly Thing[], tell: Tell): void {
  const components = isThing(document['components']) ? document['components'] : {};
  const schemes = entries(components['securitySchemes']);
  for (const [name, scheme] of schemes) {
    if (!KEY.test(name)) tell(name, 'is no key of a component');
    const fields = isThing(scheme) ? SCHEMES[String(scheme['type'])] : undefined;
    if (!fields?.every((field) => isThing(scheme) && scheme[field])) tell(name, 'is no scheme');
    for (const [flow, facts] of isThing(scheme) ? entries(scheme['flows']) : [])
      if (!isThing(facts) || !isThing(facts['scopes'])) tell(`${name} ${flow}`, 'has no scopes');
  }
  const known = schemes.map(([name]) => name);
  const asked = [document, ...operations].flatMap((one) => list(one['security']));
  for (const name of asked.flatMap((one) => entries(one).map(([key]) => key)))
    if (!known.includes(name)) tell(name, 'is asked for and unknown');
}

/** Returns the violations of OpenAPI 3.1 in a document; empty for a valid document. */
export function openapiFaults(document: unknown): string[] {
  const found: string[] = [];
  const tell: Tell = (place, fault) => found.push(`${place}: ${fault}`);
  if (!isThing(document)) return ['is no object'];
  if (!/^3\.1\.\d+$/.test(String(document['openapi']))) tell('openapi', 'is not 3.1');
  const { info } = document;
  if (!isThing(info) || !info['title'] || !info['version']) tell('info', 'has no title or version');
  if (!['paths', 'webhooks', 'components'].some((key) => isThing(document[key])))
    tell('', 'has neither paths nor webhooks nor components');
  const operations: Thing[] = [];
  for (const among of ['paths', 'webhooks'])
    for (const [path, item] of entries(document[among])) {
      if (among === 'paths' && !path.startsWith('/')) tell(path, 'is no path');
      for (const [method, operation] of entries(item)) {
        if (!METHODS.includes(method)) tell(`${path} ${method}`, 'is no method');
        checkOperation(path, operation, `${method} ${path}`, tell);
        if (!isThing(operation)) continue;
        operations.push(operation);
        checkServers(operation['servers'], `${method} ${path}`, tell);
      }
    }
  const shapes = entries(document['paths']).map(([path]) => path.replaceAll(/\{[^{}]*\}/g, '{}'));
  for (const shape of repeated(shapes)) tell(String(shape), 'is one path under two names');
  const ids = operations.flatMap((one) => (one['operationId'] ? [one['operationId']] : []));
  for (const id of repeated(ids)) tell(String(id), 'names two operations');
  checkServers(document['servers'], 'servers', tell);
  checkReferences(document, document, '#', tell);
  checkSecurity(document, operations, tell);
  for (const [key] of entries(document))
    if (
      !/^(?:openapi|info|jsonSchemaDialect|servers|paths|webhooks|components|security|tags|externalDocs|x-.*)$/.test(
        key,
      )
    )
      tell(key, 'is no field of a description');
  return found;
}
