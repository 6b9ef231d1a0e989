import { createHash, createPrivateKey, sign } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Folders of a release; node_modules must contain only the dependencies of the server. */
const RELEASE_FOLDERS = ['apps/server', 'apps/web/dist', 'packages', 'node_modules'];
/** Operators copy it next to the folder of releases when they install the first one. */
const LAUNCHER = 'scripts/launch.ts';
/** A dev dependency: if it is installed, so are all others, and they would be in the archive. */
const DEV_PACKAGE = 'node_modules/vite';

/** Prevents signing a release without the built web app or with dev dependencies, which is five times as large. */
async function assertReady(root: string): Promise<void> {
  const exists = (name: string) =>
    access(join(root, name)).then(
      () => true,
      () => false,
    );
  if (!(await exists('apps/web/dist/index.html')))
    throw new Error('the web app is not built: run npm ci && npm run build');
  if (!(await exists('node_modules')) || (await exists(DEV_PACKAGE)))
    throw new Error(
      'node_modules must contain only the packages of the server: run ' +
        'npm ci --omit=dev --workspace=@octavo/server --include-workspace-root=false',
    );
}

/** Files of tests in our own packages; dependencies may need a folder of that name. */
const TESTS = /^(?:apps|packages)\/[^/]+\/tests$|\.test\.ts$/;

/** Skips hidden files, tests and symbolic links. The links to workspace packages are created after unpacking. */
async function* listFiles(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') || TESTS.test(name)) continue;
    if (entry.isDirectory()) yield* listFiles(root, name);
    else if (entry.isFile()) yield name;
  }
}

/** Writes a signed release of the code in `root` into the folder of a feed. */
export async function packRelease(options: {
  readonly root: string;
  readonly to: string;
  /** An Ed25519 key in PEM. */
  readonly privateKey: string;
  readonly notes?: Readonly<Record<string, readonly string[]>>;
  readonly isForThisPlatform?: boolean;
}): Promise<string> {
  const { root, to, notes = {} } = options;
  await assertReady(root);
  const server = await readFile(join(root, 'apps/server/package.json'), 'utf8');
  const { version } = JSON.parse(server) as { version: string };
  const file = `octavo-${version}.zip`;
  const path = join(to, file);
  await mkdir(to, { recursive: true });
  const zip = new ZipFile();
  const writing = pipeline(zip.outputStream, createWriteStream(path));
  for (const folder of RELEASE_FOLDERS)
    for await (const name of listFiles(root, folder)) zip.addFile(join(root, name), name);
  zip.addFile(join(root, LAUNCHER), LAUNCHER);
  zip.end();
  await writing;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const manifest = Buffer.from(
    JSON.stringify({
      version,
      time: new Date().toISOString(),
      file,
      size: (await stat(path)).size,
      sha256: hash.digest('hex'),
      notes,
      ...(options.isForThisPlatform && { platform: `${process.platform}-${process.arch}` }),
    }),
  );
  const signature = sign(null, manifest, createPrivateKey(options.privateKey));
  const latest = {
    manifest: manifest.toString('base64'),
    signature: signature.toString('base64'),
  };
  await writeFile(join(to, 'latest.json'), `${JSON.stringify(latest)}\n`);
  return version;
}
