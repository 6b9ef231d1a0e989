import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('must-not-compile/', import.meta.url));

/** A part of the expected compiler error for each file. */
const complaints: Record<string, string> = {
  'call-without-access.ts': "Property 'access' is missing",
  'noun-without-handler.ts': "Property 'run' is missing",
  'grant-of-ones-own.ts': "Property '[made]' is missing",
  'visitor-as-user.ts': "Property 'uid' does not exist",
  'text-without-its-values.ts': 'Expected 2-3 arguments, but got 1',
};

function compile(): string {
  const run = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', `${folder}tsconfig.json`, '--pretty', 'false'],
    { encoding: 'utf8' },
  );
  return run.stdout;
}

describe('the compiler', () => {
  const output = compile();
  it('checks every file of the folder', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    expect(files.toSorted()).toEqual(Object.keys(complaints).toSorted());
  });
  it.each(Object.entries(complaints))('rejects %s', (file, complaint) => {
    const lines = output.split('\n').filter((line) => line.includes(file));
    expect(lines.join('\n')).toContain(complaint);
  });
  it('reports no other error', () => {
    const errors = output.split('\n').filter((line) => line.includes('error TS'));
    expect(errors).toHaveLength(Object.keys(complaints).length);
  });
});
