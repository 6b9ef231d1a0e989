import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Maximum size of a reader's first view in bytes (gzip; fonts uncompressed). */
const MAX_SCRIPT_BYTES = 130_000;
const MAX_TOTAL_BYTES = 180_000;
const MAX_REQUESTS = 12;
/** Reserved for the document itself, whose size depends on the page. */
const DOCUMENT_BYTES = 16_000;

const DIST = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
/** Strings that identify libraries which only the application needs; finding one means a wrong import. */
const FORBIDDEN_STRINGS = [
  'data-base-ui-portal',
  'useHref() may be used only',
  'No QueryClient set',
  'ZodError',
  'cm-editor',
  'KaTeX parse error',
];

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const read = (file: string) => readFileSync(DIST + file);
const html = read('reader.html').toString();
const manifest = JSON.parse(read('.vite/reader-manifest.json').toString()) as Record<string, Chunk>;

/** Returns a chunk with all its static imports. */
function withImports(name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((next) => withImports(next, seen))];
}

function listMatches(pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, file = '']) => file);
}

const entry = withImports('reader.html');
const linked = listMatches(/(?:src|href)="\/([^"]+)"/g);
const texts = ['en', 'zh-cn']
  .map((language) => manifest[`src/reader/texts/${language}.ts`]?.file ?? '')
  .toSorted((a, b) => sizeOf(b) - sizeOf(a))
  .slice(0, 1);
const monoFonts = [...new Set(listMatches(/href="\/(assets\/reader-[^"]+\.css)"/g))].flatMap(
  (file) =>
    [
      ...read(file)
        .toString()
        .matchAll(/url\(\/?(assets\/jetbrains-mono[^)]+)\)/g),
    ].map(([, font = '']) => font),
);
const files = [...new Set([...entry, ...linked, ...texts, ...monoFonts])];

function sizeOf(file: string): number {
  const bytes = read(file);
  return file.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
}

const sizes = files.map((file) => ({ file, bytes: sizeOf(file) }));
const sum = (rows: typeof sizes) => rows.reduce((total, { bytes }) => total + bytes, 0);
const script = sum(sizes.filter(({ file }) => file.endsWith('.js')));
const totalBytes = sum(sizes) + DOCUMENT_BYTES;
const requests = files.length + 1;

for (const { file, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes))
  process.stdout.write(`${String(bytes).padStart(8)}  ${file}\n`);
process.stdout.write(
  `script ${script} of ${MAX_SCRIPT_BYTES}, total ${totalBytes} of ${MAX_TOTAL_BYTES} (document ${DOCUMENT_BYTES}), ` +
    `requests ${requests} of ${MAX_REQUESTS}\n`,
);

const licences = read('third-party-licenses-reader.md').toString();
const problems = [
  ...(script > MAX_SCRIPT_BYTES ? ['script size exceeds the limit'] : []),
  ...(totalBytes > MAX_TOTAL_BYTES ? ['total size exceeds the limit'] : []),
  ...(requests > MAX_REQUESTS ? ['too many requests'] : []),
  ...FORBIDDEN_STRINGS.filter((word) => entry.some((file) => read(file).includes(word))).map(
    (word) => `contains a library of the workspace, found by "${word}"`,
  ),
  ...(licences.includes('react-dom') ? [] : ['the list of licences does not name react-dom']),
];
for (const problem of problems) process.stderr.write(`reader: ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
