import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Maximum gzip size of the editor's scripts without its lazy chunks, in bytes. */
const MAX_SCRIPT_BYTES = 450_000;

const DIST = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
const ENTRIES = [
  'index.html',
  'src/app/writing-layout.tsx',
  'src/features/page-editor/page-editor.screen.tsx',
];
/** Strings that identify libraries which must only be in lazy chunks. */
const FORBIDDEN_STRINGS = ['KaTeX parse error', 'mermaidAPI'];

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const read = (file: string) => readFileSync(DIST + file);
const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Record<string, Chunk>;

/** Returns a chunk with all its static imports. */
function withImports(name: string, seen: Set<string>): string[] {
  const chunk = manifest[name];
  if (seen.has(name)) return [];
  if (!chunk) throw new Error(`the build has no ${name}`);
  seen.add(name);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((next) => withImports(next, seen))];
}

const seen = new Set<string>();
const sizeOf = (file: string) => gzipSync(read(file), { level: 9 }).length;
const texts = ['en', 'zh-cn']
  .map((language) => manifest[`../../packages/texts/src/${language}/workspace.ts`]?.file ?? '')
  .toSorted((a, b) => sizeOf(b) - sizeOf(a))
  .slice(0, 1);
// The renderer of the preview, which includes KaTeX, is loaded after the editor and runs in a worker.
const worker = readdirSync(`${DIST}assets`)
  .filter((file) => /^render\.worker-.*\.js$/.test(file))
  .map((file) => `assets/${file}`);
const files = [
  ...new Set([...ENTRIES.flatMap((name) => withImports(name, seen)), ...texts]),
].filter((file) => file.endsWith('.js'));

const sizes = files.map((file) => ({ file, bytes: sizeOf(file) }));
const script = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { file, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes))
  process.stdout.write(`${String(bytes).padStart(8)}  ${file}\n`);
const workerBytes = worker.reduce((sum, file) => sum + sizeOf(file), 0);
process.stdout.write(
  `editor: script ${script} of ${MAX_SCRIPT_BYTES}, then ${workerBytes} for the preview renderer\n`,
);

const problems = [
  ...(worker.length === 1 ? [] : ['the preview renderer was not found']),
  ...(script > MAX_SCRIPT_BYTES ? ['script size exceeds the limit'] : []),
  ...FORBIDDEN_STRINGS.filter((word) => files.some((file) => read(file).includes(word))).map(
    (word) => `contains a module that must be lazy, found by "${word}"`,
  ),
];
for (const problem of problems) process.stderr.write(`editor: ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
