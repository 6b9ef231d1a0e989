/** The routes of SCIM 2.0, which are no calls: RFC 7644 defines requests, responses and errors. */

export const SCIM_PATH = '/scim/v2';

/** Tokens of identity providers start with it; personal access tokens have another prefix. */
export const SCIM_TOKEN_PREFIX = 'octs_';
export const MAX_SCIM_TOKENS = 4;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface ScimRoute {
  readonly method: Method;
  readonly path: `/${string}`;
  /** One sentence for the list of who may call what. */
  readonly summary: string;
}

/** All of them need a SCIM token. */
export const scimRoutes = {
  config: {
    method: 'GET',
    path: '/ServiceProviderConfig',
    summary: 'Get the supported parts of SCIM.',
  },
  listTypes: { method: 'GET', path: '/ResourceTypes', summary: 'List the types of resources.' },
  getType: { method: 'GET', path: '/ResourceTypes/:id', summary: 'Get a type of resources.' },
  listSchemas: { method: 'GET', path: '/Schemas', summary: 'List the schemas.' },
  getSchema: { method: 'GET', path: '/Schemas/:id', summary: 'Get a schema.' },
  listUsers: { method: 'GET', path: '/Users', summary: 'List or search the users of SCIM.' },
  createUser: { method: 'POST', path: '/Users', summary: 'Create a user with an account.' },
  getUser: { method: 'GET', path: '/Users/:id', summary: 'Get a user.' },
  replaceUser: { method: 'PUT', path: '/Users/:id', summary: 'Replace the attributes of a user.' },
  changeUser: { method: 'PATCH', path: '/Users/:id', summary: 'Change attributes of a user.' },
  deleteUser: {
    method: 'DELETE',
    path: '/Users/:id',
    summary: 'Disable the account of a user and unlink it.',
  },
  listGroups: { method: 'GET', path: '/Groups', summary: 'List or search the groups of SCIM.' },
  createGroup: { method: 'POST', path: '/Groups', summary: 'Create a group.' },
  getGroup: { method: 'GET', path: '/Groups/:id', summary: 'Get a group.' },
  replaceGroup: { method: 'PUT', path: '/Groups/:id', summary: 'Replace a group and its members.' },
  changeGroup: { method: 'PATCH', path: '/Groups/:id', summary: 'Change a group or its members.' },
  deleteGroup: {
    method: 'DELETE',
    path: '/Groups/:id',
    summary: 'Delete a group; its members leave mapped teams and lose mapped roles.',
  },
} as const satisfies Record<string, ScimRoute>;

export type ScimRouteName = keyof typeof scimRoutes;

/** Parts of SCIM that are not supported; RFC 7644 wants them answered with 501. */
export const UNSUPPORTED_SCIM_PATHS = ['/Me', '/Bulk'] as const;
export const UNSUPPORTED_SCIM_METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
] as const satisfies readonly Method[];
