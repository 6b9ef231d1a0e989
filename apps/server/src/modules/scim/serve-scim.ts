import {
  SCIM_PATH,
  scimRoutes,
  UNSUPPORTED_SCIM_METHODS,
  UNSUPPORTED_SCIM_PATHS,
} from '@octavo/contract/scim';
import type { ScimRouteName } from '@octavo/contract/scim';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { toErrorResponse } from '../../http/error-response.ts';
import { authenticate } from './authenticate.ts';
import { parseFilter } from './filter.ts';
import { readOperations } from './patch.policy.ts';
import { groupVersion, toGroup, toUser, userVersion } from './present.ts';
import { includes, project } from './resource.policy.ts';
import type { Projection, Resource } from './resource.policy.ts';
import {
  GROUP,
  MAX_PAGE_SIZE,
  resourceTypes,
  schemas,
  serviceProviderConfig,
  USER,
} from './schemas.ts';
import type { ResourceType } from './schemas.ts';
import type { ScimContext } from './scim-context.ts';
import { invalidValue, notFound, ScimError } from './scim-error.ts';
import {
  createGroup,
  deleteGroup,
  getGroup,
  patchGroup,
  replaceGroup,
} from './scim-group.service.ts';
import { scimGroupRepository } from './scim-group.repository.ts';
import type { ScimGroupRow } from './scim-group.repository.ts';
import { createUser, deleteUser, getUser, patchUser, replaceUser } from './scim-user.service.ts';
import { scimUserRepository } from './scim-user.repository.ts';
import type { ScimUserRow } from './scim-user.repository.ts';

/** A group with all members of a large company. */
const MAX_BODY = 4 * 1024 * 1024;
const DEFAULT_PAGE_SIZE = 100;
/** In one list of groups, which then has fewer groups than the client asked for. About a megabyte. */
const MAX_LISTED_MEMBERS = 5000;
const MEDIA_TYPE = 'application/scim+json; charset=utf-8';

interface ScimRequest {
  readonly id: string;
  readonly body: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  readonly projection: Projection;
  /** Throws if the client has changed another version than this one. */
  check(version: string): void;
}

interface ScimAnswer {
  readonly status?: 200 | 201 | 204;
  readonly body?: object;
  /** The version of the resource, for `ETag`. */
  readonly version?: string;
  readonly location?: string;
}

type Handle = (ctx: ScimContext, request: ScimRequest) => Promise<ScimAnswer> | ScimAnswer;

const listResponse = (resources: readonly object[], total: number, startIndex: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const listAll = (resources: readonly object[]): ScimAnswer => ({
  body: listResponse(resources, resources.length, 1),
});

function findById<R extends { readonly id: string }>(name: string, list: readonly R[], id: string) {
  const found = list.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (!found) throw notFound(name, id);
  return { body: found };
}

function text(query: ScimRequest['query'], name: string): string | undefined {
  const value = query[name];
  if (value !== undefined && typeof value !== 'string') throw invalidValue(`${name} is sent once.`);
  return value;
}

function number(query: ScimRequest['query'], name: string, byDefault: number): number {
  const value = text(query, name);
  if (value === undefined || value === '') return byDefault;
  if (!/^-?\d{1,9}$/.test(value)) throw invalidValue(`${name} is a whole number.`);
  return Number(value);
}

/** The filter and the page of a list. */
function readQuery(type: ResourceType, { query }: ScimRequest) {
  const filter = text(query, 'filter');
  const startIndex = Math.max(number(query, 'startIndex', 1), 1);
  const count = Math.min(Math.max(number(query, 'count', DEFAULT_PAGE_SIZE), 0), MAX_PAGE_SIZE);
  return {
    filter: filter === undefined ? undefined : parseFilter(type, filter),
    startIndex,
    slice: { offset: startIndex - 1, count },
  };
}

function userAnswer(ctx: ScimContext, row: ScimUserRow, { projection }: ScimRequest): ScimAnswer {
  return {
    body: project(USER, toUser(row, ctx.baseUrl), projection),
    version: userVersion(row),
    location: `${ctx.baseUrl}/Users/${row.scim_id}`,
  };
}

async function withMembers(
  { deps, baseUrl }: ScimContext,
  rows: readonly ScimGroupRow[],
  { projection }: ScimRequest,
): Promise<Resource[]> {
  const members = includes(GROUP, 'members', projection)
    ? await scimGroupRepository(deps.db).listMembers(rows.map((row) => row.scim_group_id))
    : undefined;
  const byGroup = members && Map.groupBy(members, ({ scim_group_id }) => scim_group_id);
  return rows.map((row) => {
    const own = byGroup && (byGroup.get(row.scim_group_id) ?? []);
    return project(GROUP, toGroup(row, own, baseUrl), projection);
  });
}

async function groupAnswer(ctx: ScimContext, row: ScimGroupRow, request: ScimRequest) {
  const [body] = await withMembers(ctx, [row], request);
  return {
    ...(body && { body }),
    version: groupVersion(row),
    location: `${ctx.baseUrl}/Groups/${row.scim_group_id}`,
  };
}

const handlers: Record<ScimRouteName, Handle> = {
  config: ({ baseUrl }) => ({ body: serviceProviderConfig(baseUrl) }),
  listTypes: ({ baseUrl }) => listAll(resourceTypes(baseUrl)),
  getType: ({ baseUrl }, { id }) => findById('ResourceType', resourceTypes(baseUrl), id),
  listSchemas: ({ baseUrl }) => listAll(schemas(baseUrl)),
  getSchema: ({ baseUrl }, { id }) => findById('Schema', schemas(baseUrl), id),

  async listUsers({ deps, baseUrl }, request) {
    const { filter, startIndex, slice } = readQuery(USER, request);
    const { rows, total } = await scimUserRepository(deps.db).list(filter, slice);
    const users = rows.map((row) => project(USER, toUser(row, baseUrl), request.projection));
    return { body: listResponse(users, total, startIndex) };
  },
  async createUser(ctx, request) {
    const row = await createUser(ctx, request.body);
    return { ...userAnswer(ctx, row, request), status: 201 };
  },
  getUser: async (ctx, request) => userAnswer(ctx, await getUser(ctx, request.id), request),
  async replaceUser(ctx, request) {
    const { id, body, check } = request;
    const row = await replaceUser(ctx, id, body, (known) => check(userVersion(known)));
    return userAnswer(ctx, row, request);
  },
  async changeUser(ctx, request) {
    const { id, body, check } = request;
    const operations = readOperations(body);
    const row = await patchUser(ctx, id, operations, (known) => check(userVersion(known)));
    return userAnswer(ctx, row, request);
  },
  async deleteUser(ctx, { id, check }) {
    await deleteUser(ctx, id, (known) => check(userVersion(known)));
    return { status: 204 };
  },

  async listGroups(ctx, request) {
    const { filter, startIndex, slice } = readQuery(GROUP, request);
    const hasMembers = includes(GROUP, 'members', request.projection);
    const groups = scimGroupRepository(ctx.deps.db);
    const { rows, total } = await groups.list(
      filter,
      slice,
      hasMembers ? MAX_LISTED_MEMBERS : undefined,
    );
    return { body: listResponse(await withMembers(ctx, rows, request), total, startIndex) };
  },
  async createGroup(ctx, request) {
    const row = await createGroup(ctx, request.body);
    return { ...(await groupAnswer(ctx, row, request)), status: 201 };
  },
  getGroup: async (ctx, request) => groupAnswer(ctx, await getGroup(ctx, request.id), request),
  async replaceGroup(ctx, request) {
    const { id, body, check } = request;
    const row = await replaceGroup(ctx, id, body, (known) => check(groupVersion(known)));
    return groupAnswer(ctx, row, request);
  },
  /** Without a body, as Microsoft Entra expects, unless the client asks for attributes. */
  async changeGroup(ctx, request) {
    const { id, body, check, projection } = request;
    const operations = readOperations(body);
    const row = await patchGroup(ctx, id, operations, (known) => check(groupVersion(known)));
    if (projection.attributes.length > 0) return groupAnswer(ctx, row, request);
    return { status: 204, version: groupVersion(row) };
  },
  async deleteGroup(ctx, { id, check }) {
    await deleteGroup(ctx, id, (known) => check(groupVersion(known)));
    return { status: 204 };
  },
};

const names = (list: string | undefined): string[] =>
  (list ?? '').split(',').flatMap((name) => name.trim() || []);

/** `W/"1"` and `"1"` are equal here, because all versions are weak. */
function matchesVersion(header: string | undefined, version: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim() === '*' || opaque(tag) === opaque(version));
}

function toRequest(request: FastifyRequest): ScimRequest {
  const query = request.query as Readonly<Record<string, unknown>>;
  const { id = '' } = request.params as { id?: string };
  // Schemas have a URN as id; no id has other characters.
  if (!/^[\w:.-]{0,200}$/.test(id)) throw new ScimError(404, '', 'No resource has this id.');
  const ifMatch = request.headers['if-match'];
  return {
    id,
    body: request.body,
    query,
    projection: {
      attributes: names(text(query, 'attributes')),
      excluded: names(text(query, 'excludedAttributes')),
    },
    check(version) {
      if (ifMatch !== undefined && !matchesVersion(ifMatch, version))
        throw new ScimError(412, '', 'The resource has changed. Get it again.');
    },
  };
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** Converts any thrown value to an error of the RFC. */
function toScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): ScimError {
  if (error instanceof ScimError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === UNIQUE_VIOLATION)
    return new ScimError(409, 'uniqueness', 'Another request has just used this value.');
  if (code === FOREIGN_KEY_VIOLATION)
    return new ScimError(409, '', 'A resource of the request has just been deleted.');
  const { error_message } = toErrorResponse(error, request, reply, 'en');
  if (statusCode === 400) return new ScimError(400, 'invalidSyntax', 'The body is not valid JSON.');
  // Errors of this site that its own calls send with status 200.
  const status = reply.statusCode < 400 ? 400 : reply.statusCode;
  return new ScimError(status, '', error_message);
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, scimType, message } = toScimError(error, request, reply);
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"');
  return reply
    .status(status)
    .type(MEDIA_TYPE)
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(scimType !== '' && { scimType }),
        detail: message,
      }),
    );
}

/**
 * SCIM 2.0 for identity providers. The token is checked before the body is read, and no cookie is: browsers cannot call
 * these routes.
 */
export async function serveScim(app: FastifyInstance, deps: Deps): Promise<void> {
  const baseUrl = `${deps.config.publicUrl.origin}${SCIM_PATH}`;
  const clients = new WeakMap<FastifyRequest, ScimContext['client']>();

  const createHandler =
    (handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) => {
      const client = clients.get(request);
      if (!client) throw new ScimError(401, '', 'Send the token as Authorization: Bearer.');
      const answer = await handle({ deps, client, baseUrl }, toRequest(request));
      const { status = 200, body, version, location } = answer;
      if (version !== undefined) reply.header('etag', version);
      if (location !== undefined) reply.header('location', location);
      const isKnown =
        request.method === 'GET' &&
        version !== undefined &&
        matchesVersion(request.headers['if-none-match'], version);
      if (isKnown) return reply.status(304).send();
      if (status === 204 || body === undefined) return reply.status(204).send();
      return reply.status(status).type(MEDIA_TYPE).send(JSON.stringify(body));
    };

  await app.register(
    async (scope) => {
      scope.setErrorHandler(sendError);
      scope.removeAllContentTypeParsers();
      const parseJson = scope.getDefaultJsonParser('error', 'error');
      scope.addContentTypeParser(
        ['application/scim+json', 'application/json'],
        { parseAs: 'string' },
        (request, body, done) =>
          // A DELETE may have a type without a body.
          body === '' ? done(null, undefined) : parseJson(request, String(body), done),
      );
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        clients.set(request, await authenticate(deps, request));
      });
      const options = { exposeHeadRoute: false, bodyLimit: MAX_BODY };
      for (const [name, { method, path }] of Object.entries(scimRoutes))
        scope.route({
          ...options,
          method,
          url: path,
          handler: createHandler(handlers[name as ScimRouteName]),
        });
      for (const url of UNSUPPORTED_SCIM_PATHS)
        scope.route({
          ...options,
          method: [...UNSUPPORTED_SCIM_METHODS],
          url,
          handler: () => {
            throw new ScimError(501, '', 'This part of SCIM is not supported.');
          },
        });
      scope.setNotFoundHandler((request, reply) =>
        sendError(new ScimError(404, '', 'SCIM has no such resource.'), request, reply),
      );
    },
    { prefix: SCIM_PATH },
  );
}
