/** The schemas of RFC 7643: what `/Schemas` returns, and how attributes of requests are read. */

const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'binary' | 'dateTime';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable' | 'writeOnly';
  readonly returned: 'always' | 'default' | 'never';
  readonly uniqueness: 'none' | 'server';
  readonly referenceTypes?: readonly string[];
  readonly canonicalValues?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

function define(name: string, description: string, options: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...options,
  };
}

const complex = (
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  options: Partial<Attribute> = {},
) => define(name, description, { type: 'complex', subAttributes, ...options });

const KIND = define('type', 'A label for the function of the value.');
const PRIMARY = define('primary', 'Whether this is the preferred value; true at most once.', {
  type: 'boolean',
});

/** A list of values with label, type and primary mark. */
function values(name: string, description: string, value: Partial<Attribute> = {}): Attribute {
  const subAttributes = [
    define('value', 'The value.', value),
    define('display', 'A name for display.'),
    KIND,
    PRIMARY,
  ];
  return complex(name, description, subAttributes, { multiValued: true });
}

const reference = (name: string, referenceTypes: readonly string[], options = {}) =>
  define(name, 'The URL of the resource.', {
    type: 'reference',
    caseExact: true,
    referenceTypes,
    ...options,
  });

const READ_ONLY = { mutability: 'readOnly' } as const;

const userAttributes = [
  define('userName', 'The unique name of the user at the identity provider.', {
    required: true,
    uniqueness: 'server',
  }),
  complex('name', 'The parts of the name.', [
    define('formatted', 'The full name.'),
    define('familyName', 'The family name.'),
    define('givenName', 'The given name.'),
    define('middleName', 'The middle names.'),
    define('honorificPrefix', 'A title before the name.'),
    define('honorificSuffix', 'A suffix after the name.'),
  ]),
  define('displayName', 'The name that is shown beside the username.'),
  define('nickName', 'The casual name.'),
  define('profileUrl', 'The URL of the profile.', {
    type: 'reference',
    caseExact: true,
    referenceTypes: ['external'],
  }),
  define('title', 'The job title.'),
  define('userType', 'The relation to the organization.'),
  define('preferredLanguage', 'The preferred language.'),
  define('locale', 'The locale.'),
  define('timezone', 'The time zone.'),
  define('active', 'Whether the account is enabled.', { type: 'boolean' }),
  define('password', 'Ignored: users of SCIM have no local password.', {
    caseExact: true,
    mutability: 'writeOnly',
    returned: 'never',
  }),
  values('emails', 'The mail addresses. The primary one, else the first, is that of the account.'),
  values('phoneNumbers', 'The phone numbers.'),
  values('ims', 'The addresses of instant messengers.'),
  values('photos', 'The URLs of photos.', {
    type: 'reference',
    caseExact: true,
    referenceTypes: ['external'],
  }),
  complex(
    'addresses',
    'The postal addresses.',
    [
      define('formatted', 'The whole address.'),
      define('streetAddress', 'The street.'),
      define('locality', 'The city.'),
      define('region', 'The state or region.'),
      define('postalCode', 'The postal code.'),
      define('country', 'The country.'),
      KIND,
      PRIMARY,
    ],
    { multiValued: true },
  ),
  complex(
    'groups',
    'The groups of the user; changed through the groups.',
    [
      define('value', 'The id of the group.', { ...READ_ONLY, caseExact: true }),
      reference('$ref', ['Group'], READ_ONLY),
      define('display', 'The name of the group.', READ_ONLY),
      define('type', 'Always direct.', { ...READ_ONLY, canonicalValues: ['direct'] }),
    ],
    { ...READ_ONLY, multiValued: true },
  ),
  values('entitlements', 'The entitlements.'),
  values('roles', 'The roles at the identity provider; roles of this site follow groups.'),
  values('x509Certificates', 'The certificates.', { type: 'binary', caseExact: true }),
];

const enterpriseAttributes = [
  define('employeeNumber', 'The number of the employee.'),
  define('costCenter', 'The cost center.'),
  define('organization', 'The organization.'),
  define('division', 'The division.'),
  define('department', 'The department.'),
  complex('manager', 'The manager.', [
    define('value', 'The id of the manager.', { caseExact: true }),
    reference('$ref', ['User']),
    define('displayName', 'The name of the manager.'),
  ]),
];

const groupAttributes = [
  define('displayName', 'The unique name of the group.', { required: true, uniqueness: 'server' }),
  complex(
    'members',
    'The users in the group.',
    [
      define('value', 'The id of the user.', { mutability: 'immutable', caseExact: true }),
      reference('$ref', ['User'], { mutability: 'immutable' }),
      define('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
      define('display', 'The userName of the user.', READ_ONLY),
    ],
    { multiValued: true },
  ),
];

/** Attributes of every resource, which no schema lists. */
const commonAttributes = [
  define('id', 'The id of the resource.', {
    ...READ_ONLY,
    caseExact: true,
    returned: 'always',
    uniqueness: 'server',
  }),
  define('externalId', 'The id of the resource at the identity provider.', { caseExact: true }),
  complex(
    'meta',
    'The metadata of the resource.',
    [
      define('resourceType', 'The type of the resource.', { ...READ_ONLY, caseExact: true }),
      define('created', 'When it was created.', { ...READ_ONLY, type: 'dateTime' }),
      define('lastModified', 'When it was changed.', { ...READ_ONLY, type: 'dateTime' }),
    ],
    READ_ONLY,
  ),
  define('schemas', 'The schemas of the resource.', {
    ...READ_ONLY,
    caseExact: true,
    returned: 'always',
    multiValued: true,
  }),
];

export interface ResourceType {
  readonly name: 'User' | 'Group';
  readonly endpoint: '/Users' | '/Groups';
  readonly schema: string;
  readonly attributes: readonly Attribute[];
  readonly extensions: readonly {
    readonly schema: string;
    readonly attributes: readonly Attribute[];
  }[];
}

export const USER: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  schema: USER_SCHEMA,
  attributes: [...commonAttributes, ...userAttributes],
  extensions: [{ schema: ENTERPRISE_SCHEMA, attributes: enterpriseAttributes }],
};

export const GROUP: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  schema: GROUP_SCHEMA,
  attributes: [...commonAttributes, ...groupAttributes],
  extensions: [],
};

const SCHEMAS = [
  { id: USER_SCHEMA, name: 'User', description: 'Users', attributes: userAttributes },
  {
    id: ENTERPRISE_SCHEMA,
    name: 'EnterpriseUser',
    description: 'Users of an organization',
    attributes: enterpriseAttributes,
  },
  { id: GROUP_SCHEMA, name: 'Group', description: 'Groups', attributes: groupAttributes },
];

/** Names of attributes and schemas have no case. */
export const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const findByName = (attributes: readonly Attribute[] | undefined, name: string) =>
  attributes?.find((attribute) => isSameName(attribute.name, name));

export const MAX_PAGE_SIZE = 200;

export function serviceProviderConfig(baseUrl: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_PAGE_SIZE },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an administrator of this site has created for SCIM.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: `${baseUrl}/ServiceProviderConfig`,
    },
  };
}

export function resourceTypes(baseUrl: string) {
  return [USER, GROUP].map(({ name, endpoint, schema, extensions }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    description: `${name}s of the identity provider`,
    endpoint,
    schema,
    schemaExtensions: extensions.map((extension) => ({
      schema: extension.schema,
      required: false,
    })),
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
  }));
}

export function schemas(baseUrl: string) {
  return SCHEMAS.map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
  }));
}
