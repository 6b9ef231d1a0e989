type JsonObject = Readonly<Record<string, unknown>>;
/** Reports an error at a location of the document. */
type ReportError = (location: string, message: string) => void;

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

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const entries = (value: unknown) => (isJsonObject(value) ? Object.entries(value) : []);
const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);
const findDuplicates = (values: readonly unknown[]) =>
  values.filter((value, at) => values.indexOf(value) !== at);

function checkSchema(schema: unknown, location: string, report: ReportError): void {
  if (typeof schema === 'boolean') return;
  if (!isJsonObject(schema)) return report(location, 'is not a schema');
  const has = (key: string) => schema[key] !== undefined;
  const types = Array.isArray(schema['type']) ? list(schema['type']) : [schema['type']];
  if (has('type') && types.some((type) => !TYPES.includes(String(type))))
    report(location, `unknown type ${types.join()}`);
  if (findDuplicates(types).length > 0) report(location, 'has a duplicate type');
  const invalidKeys = [
    ...NUMBERS.filter((key) => has(key) && typeof schema[key] !== 'number'),
    ...COUNTS.filter((key) => has(key) && !(Number(schema[key]) >= 0)),
    ...FLAGS.filter((key) => has(key) && typeof schema[key] !== 'boolean'),
    ...TEXTS.filter((key) => has(key) && typeof schema[key] !== 'string'),
    ...['required', 'enum', 'examples'].filter((key) => has(key) && !Array.isArray(schema[key])),
  ];
  for (const key of invalidKeys) report(location, `${key} is ${JSON.stringify(schema[key])}`);
  if (findDuplicates(list(schema['required'])).length > 0)
    report(location, 'has a duplicate required name');
  if (has('enum') && list(schema['enum']).length === 0) report(location, 'has an empty enum');
  for (const key of SCHEMA_PARTS)
    if (has(key)) checkSchema(schema[key], `${location}/${key}`, report);
  for (const key of SCHEMA_LISTS) {
    if (has(key) && list(schema[key]).length === 0) report(location, `an empty ${key}`);
    for (const [at, one] of list(schema[key]).entries())
      checkSchema(one, `${location}/${key}/${at}`, report);
  }
  for (const key of SCHEMA_MAPS)
    for (const [name, one] of entries(schema[key]))
      checkSchema(one, `${location}/${key}/${name}`, report);
}

function checkContent(content: unknown, location: string, report: ReportError): void {
  for (const [type, media] of entries(content)) {
    const at = `${location}/${type}`;
    if (!/^[^\s/]+\/[^\s/]+/.test(type)) report(at, 'is not a media type');
    if (!isJsonObject(media)) return report(at, 'is not an object');
    if (media['schema'] !== undefined) checkSchema(media['schema'], `${at}/schema`, report);
    if ('example' in media && 'examples' in media) report(at, 'has both example and examples');
    for (const [name, example] of entries(media['examples']))
      if (!isJsonObject(example) || !('value' in example || '$ref' in example))
        report(`${at}/examples/${name}`, 'has no value');
  }
}

function checkParameters(
  path: string,
  operation: JsonObject,
  location: string,
  report: ReportError,
): void {
  const parameters = list(operation['parameters']).filter(isJsonObject);
  const keys = parameters.map((one) => `${String(one['in'])} ${String(one['name'])}`);
  for (const key of findDuplicates(keys)) report(location, `parameter ${String(key)} twice`);
  for (const one of parameters) {
    const at = `${location}/${String(one['name'])}`;
    if (typeof one['name'] !== 'string' || one['name'] === '') report(at, 'has no name');
    if (!['path', 'query', 'header', 'cookie'].includes(String(one['in'])))
      report(at, 'has an invalid location');
    if (one['in'] === 'path' && one['required'] !== true)
      report(at, 'is a path parameter that is not required');
    if (one['schema'] === undefined) report(at, 'has no schema');
    else checkSchema(one['schema'], `${at}/schema`, report);
  }
  const named = Array.from(
    path.split('?')[0]?.matchAll(/\{([^{}]+)\}/g) ?? [],
    ([, name]) => `path ${name ?? ''}`,
  );
  const declared = keys.filter((key) => key.startsWith('path '));
  if (!path.startsWith('/')) return;
  for (const name of named)
    if (!declared.includes(name)) report(location, `${name} is not declared`);
  for (const name of declared)
    if (!named.includes(name)) report(location, `${name} is not in the path`);
}

function checkOperation(
  path: string,
  operation: unknown,
  location: string,
  report: ReportError,
): void {
  if (!isJsonObject(operation)) return report(location, 'is not an operation');
  checkParameters(path, operation, location, report);
  const body = operation['requestBody'];
  if (isJsonObject(body)) {
    if (entries(body['content']).length === 0) report(location, 'has a body without content');
    checkContent(body['content'], `${location}/requestBody`, report);
  }
  const responses = entries(operation['responses']);
  if ('responses' in operation && responses.length === 0) report(location, 'has no response');
  for (const [status, response] of responses) {
    const at = `${location}/${status}`;
    if (!STATUS.test(status)) report(at, 'is not a status code');
    if (!isJsonObject(response) || typeof response['description'] !== 'string')
      return report(at, 'has no description');
    checkContent(response['content'], at, report);
    for (const [name, header] of entries(response['headers']))
      if (isJsonObject(header))
        checkSchema(header['schema'] ?? {}, `${at}/headers/${name}`, report);
  }
}

function checkServers(servers: unknown, location: string, report: ReportError): void {
  for (const server of list(servers).filter(isJsonObject)) {
    const url = typeof server['url'] === 'string' ? server['url'] : '';
    if (url === '') report(location, 'has a server without a URL');
    for (const [, name = ''] of url.matchAll(/\{([^{}]+)\}/g)) {
      const variable = isJsonObject(server['variables']) ? server['variables'][name] : undefined;
      if (!isJsonObject(variable) || typeof variable['default'] !== 'string')
        report(location, `server variable ${name} has no default`);
    }
  }
}

/** Checks that every reference in the document resolves. */
function checkReferences(
  root: unknown,
  part: unknown,
  location: string,
  report: ReportError,
): void {
  if (Array.isArray(part))
    for (const [at, one] of (part as unknown[]).entries())
      checkReferences(root, one, `${location}/${at}`, report);
  for (const [key, value] of entries(part)) {
    if (key !== '$ref' || typeof value !== 'string') {
      if (key !== 'example' && key !== 'value')
        checkReferences(root, value, `${location}/${key}`, report);
      continue;
    }
    const steps = value.split('/').slice(1);
    const found = steps.reduce<unknown>((from, step) => {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      return isJsonObject(from) ? from[name] : undefined;
    }, root);
    if (!value.startsWith('#/') || found === undefined)
      report(location, `${value} cannot be resolved`);
  }
}

function checkSecurity(
  document: JsonObject,
  operations: readonly JsonObject[],
  report: ReportError,
): void {
  const components = isJsonObject(document['components']) ? document['components'] : {};
  const schemes = entries(components['securitySchemes']);
  for (const [name, scheme] of schemes) {
    if (!KEY.test(name)) report(name, 'is not a component name');
    const fields = isJsonObject(scheme) ? SCHEMES[String(scheme['type'])] : undefined;
    if (!fields?.every((field) => isJsonObject(scheme) && scheme[field]))
      report(name, 'is not a security scheme');
    for (const [flow, flowObject] of isJsonObject(scheme) ? entries(scheme['flows']) : [])
      if (!isJsonObject(flowObject) || !isJsonObject(flowObject['scopes']))
        report(`${name} ${flow}`, 'has no scopes');
  }
  const schemeNames = schemes.map(([name]) => name);
  const requirements = [document, ...operations].flatMap((one) => list(one['security']));
  for (const name of requirements.flatMap((one) => entries(one).map(([key]) => key)))
    if (!schemeNames.includes(name)) report(name, 'is an unknown security scheme');
}

/** Returns the violations of OpenAPI 3.1 in a document; empty for a valid document. */
export function findOpenapiErrors(document: unknown): string[] {
  const found: string[] = [];
  const report: ReportError = (location, message) => found.push(`${location}: ${message}`);
  if (!isJsonObject(document)) return ['is not an object'];
  if (!/^3\.1\.\d+$/.test(String(document['openapi']))) report('openapi', 'is not 3.1');
  const { info } = document;
  if (!isJsonObject(info) || !info['title'] || !info['version'])
    report('info', 'has no title or version');
  if (!['paths', 'webhooks', 'components'].some((key) => isJsonObject(document[key])))
    report('', 'has neither paths nor webhooks nor components');
  const operations: JsonObject[] = [];
  for (const section of ['paths', 'webhooks'])
    for (const [path, item] of entries(document[section])) {
      if (section === 'paths' && !path.startsWith('/')) report(path, 'is not a path');
      for (const [method, operation] of entries(item)) {
        if (!METHODS.includes(method)) report(`${path} ${method}`, 'is not a method');
        checkOperation(path, operation, `${method} ${path}`, report);
        if (!isJsonObject(operation)) continue;
        operations.push(operation);
        checkServers(operation['servers'], `${method} ${path}`, report);
      }
    }
  const normalizedPaths = entries(document['paths']).map(([path]) =>
    path.replaceAll(/\{[^{}]*\}/g, '{}'),
  );
  for (const normalizedPath of findDuplicates(normalizedPaths))
    report(String(normalizedPath), 'is a duplicate path');
  const ids = operations.flatMap((one) => (one['operationId'] ? [one['operationId']] : []));
  for (const id of findDuplicates(ids)) report(String(id), 'is a duplicate operationId');
  checkServers(document['servers'], 'servers', report);
  checkReferences(document, document, '#', report);
  checkSecurity(document, operations, report);
  for (const [key] of entries(document))
    if (
      !/^(?:openapi|info|jsonSchemaDialect|servers|paths|webhooks|components|security|tags|externalDocs|x-.*)$/.test(
        key,
      )
    )
      report(key, 'is not a field of OpenAPI');
  return found;
}
