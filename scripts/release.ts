import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packRelease } from '../apps/server/src/modules/update/pack-release.ts';

/**
 * Writes a signed release of this folder for a feed:
 *
 *   node scripts/release.ts --new-key release.pem       once; prints what operators set as UPDATE_PUBLIC_KEY
 *   node scripts/release.ts --key release.pem --to feed/ [--notes notes.json]
 *
 * The second after `npm run build`, with only the server's packages in node_modules, as the Dockerfile makes them.
 */
const { values } = parseArgs({
  options: {
    key: { type: 'string' },
    to: { type: 'string' },
    notes: { type: 'string' },
    'new-key': { type: 'string' },
  },
});

if (values['new-key']) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(values['new-key'], privateKey.export({ format: 'pem', type: 'pkcs8' }), {
    mode: 0o600,
    flag: 'wx',
  });
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  console.log(`UPDATE_PUBLIC_KEY=${bytes.toString('base64')}`);
} else if (values.key && values.to) {
  const version = await packRelease({
    root: '.',
    to: values.to,
    privateKey: readFileSync(values.key, 'utf8'),
    isForThisPlatform: true,
    ...(values.notes && {
      notes: JSON.parse(readFileSync(values.notes, 'utf8')) as Record<string, string[]>,
    }),
  });
  console.log(`${version} is in ${values.to}`);
} else {
  console.error('--new-key FILE, or --key FILE --to FOLDER');
  process.exitCode = 2;
}
