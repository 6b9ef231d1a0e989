import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packRelease } from '../apps/server/src/modules/update/pack-release.ts';

/**
 * Writes a signed release of this folder for a feed:
 *
 *   node scripts/release.ts --new-key release.pem       once; prints the value for UPDATE_PUBLIC_KEY of operators
 *   node scripts/release.ts --key release.pem --to feed/ [--notes notes.json]
 *
 * Run the second after `npm run build`, with only the server's packages in node_modules, as in the Dockerfile.
 */
const USAGE = `node scripts/release.ts --new-key FILE
node scripts/release.ts --key FILE --to FOLDER [--notes FILE]`;

function readArguments() {
  const { values } = parseArgs({
    options: {
      key: { type: 'string' },
      to: { type: 'string' },
      notes: { type: 'string' },
      'new-key': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  return values;
}

async function run(): Promise<number> {
  const values = readArguments();
  if (values['new-key']) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    writeFileSync(values['new-key'], pem, { mode: 0o600, flag: 'wx' });
    const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
    console.log(`UPDATE_PUBLIC_KEY=${bytes.toString('base64')}`);
    return 0;
  }
  if (values.key && values.to) {
    const version = await packRelease({
      root: '.',
      to: values.to,
      privateKey: readFileSync(values.key, 'utf8'),
      isForThisPlatform: true,
      ...(values.notes && {
        notes: JSON.parse(readFileSync(values.notes, 'utf8')) as Record<string, string[]>,
      }),
    });
    console.log(`${version} written to ${values.to}`);
    return 0;
  }
  console.log(USAGE);
  return values.help ? 0 : 2;
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
