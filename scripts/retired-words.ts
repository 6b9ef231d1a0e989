/**
 * Words that Octavo no longer uses in names, comments, documents and texts, each with the usual word of the
 * field. Forms of one word share a key, separated by spaces.
 */
export const retiredWords: Readonly<Record<string, string>> = {
  'somebody nobody whoever anybody': 'the actor: the user, the caller, the server',
  'belief believe believed': 'cache lifetime, cached, trusted',
  'blame blames': 'a name that says what the function adds',
  'cloth cloths': 'tile color',
  'comer comers': 'access subject',
  'dearer dearest': 'more expensive',
  'door doors': 'guard',
  'dress dressed': 'enhance',
  'fault faults': 'error, failure or bug',
  'forget forgets': 'invalidate, clear',
  'gate gates': 'authorization',
  'hear hears heard': 'receive',
  'heir heirs': 'new owner',
  'keeper keepers unkept': 'autosave',
  'knock knocks': 'connect, request',
  'lend lends lent': 'share, mount',
  'mend mends mended': 'patch, fix',
  'patience patient': 'timeout',
  'refusal refusals': 'rejection, error',
  'seal seals sealer sealers unseal': 'encrypt, cipher',
  'standing standings': 'effective rights',
  'sweep sweeps swept': 'visual test',
  'story stories': 'e2e test',
  'teller tellers telling': 'actor, notify',
  'tie ties tied': 'membership, link',
  'unassign unassigns': 'unlink',
  'wish wishes': 'option, request',
};

/** Files whose words are not ours: applied migrations, recorded results, licences, sample texts. */
export const exemptPaths: readonly RegExp[] = [
  /^package-lock\.json$/,
  /^LICENSE$/,
  /^scripts\/retired-words\.ts$/,
  /\/migrations\/.*\.sql$/,
  /\/golden\//,
  /^apps\/server\/content\/demo\//,
  /libreoffice-results\.json$/,
  /\.png$/,
];

interface Exemption {
  readonly words: readonly string[];
  readonly path?: RegExp;
  readonly line?: RegExp;
  readonly reason: string;
}

/** Places in which a retired word stays, each with the reason. */
export const exemptions: readonly Exemption[] = [
  {
    words: ['fault'],
    path: /\/(?:update|system|admin-setting|setting|mail|ext-login|backup|storage|process|cli)\/|storage-failures/,
    reason: 'the response field and column `fault` of tests, diagnostics, updates and backups',
  },
  {
    words: ['fault'],
    path: /^packages\/contract\/src\/admin-\w+\.entities\.ts$|^apps\/web\/src\/features\/admin\//,
    reason: 'the same field in the contract and in the console',
  },
  {
    words: ['nobody'],
    path: /ldap|admin-setting\.entities|admin-login/,
    reason: 'a value of that field and its text',
  },
  {
    words: ['patience'],
    line: /SHUTDOWN_PATIENCE|LAUNCH_PATIENCE/,
    reason: 'old names of environment variables, which work until the next release',
  },
  {
    words: ['somebody', 'nobody', 'anybody', 'whoever'],
    path: /^packages\/texts\/src\/translate\.test\.ts$/,
    reason: 'the test of the same words in texts',
  },
];
