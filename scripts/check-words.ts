import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { exemptions, exemptPaths, retiredWords } from './retired-words.ts';

/** Finds retired words (scripts/retired-words.ts) in file names, code, comments and documents. */

/** `holdPageTree`, `hold-page-tree` and `HOLD_PAGE_TREE` all hold the words "hold", "page" and "tree". */
const wordsOf = (text: string) =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

const retired = new Map(
  Object.entries(retiredWords).flatMap(([words, instead]) =>
    words.split(' ').map((word) => [word, instead] as const),
  ),
);
const isExempt = (word: string, path: string, line: string) =>
  exemptions.some(
    (exemption) =>
      exemption.words.includes(word) &&
      (exemption.path?.test(path) ?? true) &&
      (exemption.line?.test(line) ?? true),
  );

const findings: string[] = [];
function check(path: string, where: string, line: string): void {
  for (const word of wordsOf(line)) {
    const instead = retired.get(word);
    if (instead !== undefined && !isExempt(word, path, line))
      findings.push(`${where}: "${word}" is retired, use ${instead}`);
  }
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split('\n')
  .filter((path) => path !== '' && !exemptPaths.some((exempt) => exempt.test(path)));

for (const path of files) {
  check(path, path, path);
  const lines = readFileSync(path, 'utf8').split('\n');
  for (const [index, line] of lines.entries()) check(path, `${path}:${index + 1}`, line);
}

for (const finding of findings) process.stdout.write(`${finding}\n`);
process.stdout.write(
  `${files.length} files checked for ${retired.size} retired words, ${findings.length} found\n`,
);
if (findings.length > 0) process.exitCode = 1;
