/**
 * The modules of the server in their order: a module imports only modules that come before it. The value lists the
 * modules whose repositories it uses besides its own and those of `access`.
 */
const MODULES = {
  audit: [],
  account: ['audit'],
  captcha: [],
  setting: [],
  common: ['account', 'setting'],
  'item-group': [],
  home: [],
  mock: [],
  notice: [],
  'search-index': [],
  template: [],
  mail: ['setting'],
  storage: [],
  picture: ['storage'],
  history: [],
  page: ['account', 'history'],
  catalog: ['page'],
  search: [],
  recycle: ['page', 'catalog'],
  sheet: [],
  'sample-content': ['page', 'catalog'],
  attachment: ['account', 'setting', 'storage', 'picture', 'page'],
  task: ['account', 'storage'],
  import: ['audit', 'setting', 'notice', 'storage', 'page', 'catalog', 'task'],
  export: ['catalog', 'task'],
  open: ['storage', 'history', 'page', 'catalog'],
  member: ['catalog'],
  team: ['account', 'catalog'],
  item: ['account', 'item-group', 'page', 'catalog', 'team'],
  reader: [],
  'ext-login': ['audit', 'account', 'setting'],
  policy: ['account', 'setting', 'history'],
  'second-factor': ['account', 'setting', 'ext-login'],
  user: ['audit', 'account', 'captcha', 'setting', 'page', 'team', 'ext-login'],
  'directory-sync': ['audit', 'account', 'setting', 'notice', 'page', 'team', 'user'],
  scim: ['audit', 'account', 'setting', 'ext-login', 'user', 'directory-sync'],
  invitation: ['account'],
  'access-token': ['account'],
  'user-import': ['audit', 'account', 'task', 'user', 'invitation'],
  'admin-setting': ['setting', 'storage'],
  backup: ['storage'],
  system: ['audit', 'backup'],
  update: ['backup'],
};

/** The folders beside the modules, with the modules whose repositories they use. */
const FOLDERS = {
  access: ['account', 'item-group', 'notice', 'template', 'page', 'attachment', 'task', 'team'],
  http: ['audit', 'account', 'setting'],
  jobs: [],
  realtime: [],
};

const moduleNames = Object.keys(MODULES);

const moduleOrder = moduleNames.slice(0, -1).map((name, position) => ({
  name: 'module-order',
  severity: 'error',
  comment:
    'A module imports only modules before it in MODULES: move the shared part to one of those.',
  from: { path: `^apps/server/src/modules/${name}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^apps/server/src/modules/(${moduleNames.slice(position + 1).join('|')})/` },
}));

/** @param {string} folder @param {readonly string[]} used */
const repositoriesListed = (folder, used) => ({
  name: 'repositories-listed',
  severity: 'error',
  comment:
    'Call a function of the module that owns the repository, or list that module in MODULES or FOLDERS.',
  from: { path: `^apps/server/src/${folder}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: `^apps/server/src/modules/(?!(${used.join('|')})/).*\\.repository\\.ts$`,
  },
});

/** Who may import whom. Each comment says what to do instead. */
module.exports = {
  forbidden: [
    ...moduleOrder,
    ...Object.entries(MODULES).map(([name, used]) =>
      repositoriesListed(`modules/${name}`, [name, ...used]),
    ),
    ...Object.entries(FOLDERS).map(([name, used]) => repositoriesListed(name, used)),
    {
      name: 'module-listed',
      severity: 'error',
      comment: 'Give a new module its position in MODULES.',
      from: { path: `^apps/server/src/modules/(?!(${moduleNames.join('|')})/)` },
      to: {},
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Move the shared part to a third file.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'lib-alone',
      severity: 'error',
      comment: 'lib knows nothing of the product: pass values in.',
      from: { path: '^apps/server/src/lib/' },
      to: {
        path: '^(apps|packages)/',
        pathNot: '^apps/server/src/(lib/|app-error\\.ts$)|^apps/server/tests/|^packages/',
      },
    },
    {
      name: 'tests-apart',
      severity: 'error',
      comment: 'Test helpers are not part of a release: move what the product needs to src.',
      from: { path: '^(apps|packages)/[^/]+/(src|plugins)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(apps|packages)/[^/]+/tests/' },
    },
    {
      name: 'packages-alone',
      severity: 'error',
      comment: 'Packages must not import apps, scripts or each other: pass values as arguments.',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^(apps|scripts|e2e|packages)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'one-renderer',
      severity: 'error',
      comment: 'A second renderer is a second XSS risk: call toHtml of packages/markdown.',
      from: { pathNot: '^packages/markdown/|node_modules' },
      to: { path: 'node_modules/(markdown-it|sanitize-html)/' },
    },
    {
      name: 'web-not-server',
      severity: 'error',
      comment: 'Share through packages/contract.',
      from: { path: '^apps/web' },
      to: { path: '^apps/server' },
    },
    {
      name: 'server-not-web',
      severity: 'error',
      comment: 'Share through packages/contract.',
      from: { path: '^apps/server' },
      to: { path: '^apps/web' },
    },
    {
      name: 'sql-in-repositories',
      severity: 'error',
      comment: 'SQL belongs in a *.repository.ts: add a method there; its tables in *.tables.ts.',
      from: {
        path: '^apps/server/src/modules/',
        pathNot: '\\.(repository|tables|test)\\.ts$',
      },
      to: { path: 'node_modules/(kysely|pg)/' },
    },
    {
      name: 'policies-pure',
      severity: 'error',
      comment: 'A policy is a pure function: load its data in the service and pass it in.',
      from: { path: '\\.policy\\.ts$' },
      to: { path: '^apps/server/src/(db|http|jobs|realtime)/|\\.(repository|service)\\.ts$' },
    },
    {
      name: 'repositories-below',
      severity: 'error',
      comment: 'A repository uses only tables and grants; decide in the service.',
      from: { path: '\\.repository\\.ts$' },
      to: { path: '^apps/server/src/(http|jobs|realtime)/|\\.(service|routes|policy)\\.ts$' },
    },
    {
      name: 'modules-through-app',
      severity: 'error',
      comment:
        'http and realtime reach modules only through the tables in app.ts; take a type from deps.ts.',
      from: { path: '^apps/server/src/(http|realtime)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/server/src/modules/',
        pathNot: '\\.repository\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-feature-to-feature',
      severity: 'error',
      comment: 'Move code that two features need to apps/web/src/shared.',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'reader-small',
      severity: 'error',
      comment:
        'Readers must not download the UI library or the router: use the parts of the reader.',
      from: { path: '^apps/web/src/(reader|site)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: 'node_modules/(@base-ui|react-router|@fortune-sheet)/', reachable: true },
    },
    {
      name: 'web-shared-below',
      severity: 'error',
      comment:
        'shared ← features ← app, and reader and site use shared only: pass it in as a prop or context.',
      from: { path: '^apps/web/src/(reader|site|shared)/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'web-features-below-app',
      severity: 'error',
      comment: 'shared ← features ← app: move it to shared.',
      from: { path: '^apps/web/src/features/' },
      to: { path: '^apps/web/src/app/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|must-not-compile' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
