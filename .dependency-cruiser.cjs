/** Who may import whom. Each comment says what to do instead. */
module.exports = {
  forbidden: [
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
        'http, jobs and realtime reach modules only through the tables in app.ts; take a type from deps.ts.',
      from: { path: '^apps/server/src/(http|realtime)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/modules/', dependencyTypesNot: ['type-only'] },
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
      to: { path: 'node_modules/(antd|@ant-design|react-router|@fortune-sheet)/', reachable: true },
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
