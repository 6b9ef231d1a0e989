import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('must-not-compile/', import.meta.url));

/** A part of the expected compiler error for each file. */
const expectedErrors: Record<string, string> = {
  'call-without-access.ts': "Property 'access' is missing",
  'missing-handler.ts': "Property 'run' is missing",
  'forged-grant.ts': "Property '[brand]' is missing",
  'visitor-as-user.ts': "Property 'uid' does not exist",
  'missing-text-values.ts': 'Expected 2-3 arguments, but got 1',
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
    expect(files.toSorted()).toEqual(Object.keys(expectedErrors).toSorted());
  });
  it.each(Object.entries(expectedErrors))('rejects %s', (file, expectedError) => {
    const lines = output.split('\n').filter((line) => line.includes(file));
    expect(lines.join('\n')).toContain(expectedError);
  });
  it('reports no other error', () => {
    const errors = output.split('\n').filter((line) => line.includes('error TS'));
    expect(errors).toHaveLength(Object.keys(expectedErrors).length);
  });
});
