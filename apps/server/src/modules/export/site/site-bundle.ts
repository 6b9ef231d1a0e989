import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../../../../web/dist/', import.meta.url));

/** Files that every exported site contains, and their paths in the build of the web app. */
const BASE_FILES = {
  'theme.js': 'theme.js',
  'site.css': 'site/site.css',
  'site.js': 'site/site.js',
  'licenses.md': 'site/licenses.md',
  'font-licenses.txt': 'site/font-licenses.txt',
};

export interface SiteBundle {
  /** Without entries when the web app has not been built; the pages are readable without them. */
  readonly baseFiles: ReadonlyMap<string, Buffer>;
  readonly math: Buffer | undefined;
  readonly diagrams: Buffer | undefined;
}

async function readBuilt(name: string): Promise<Buffer | undefined> {
  return existsSync(DIST + name) ? readFile(DIST + name) : undefined;
}

let loaded: Promise<SiteBundle> | undefined;

async function load(): Promise<SiteBundle> {
  const baseFiles = new Map<string, Buffer>();
  for (const [name, built] of Object.entries(BASE_FILES)) {
    const bytes = await readBuilt(built);
    if (bytes) baseFiles.set(name, bytes);
  }
  return {
    baseFiles,
    math: await readBuilt('site/math.css'),
    diagrams: await readBuilt('site/diagrams.js'),
  };
}

export function siteBundle(): Promise<SiteBundle> {
  loaded ??= load();
  return loaded;
}
