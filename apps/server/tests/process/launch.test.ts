import { mkdir, mkdtemp, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram, startProgram } from '../helpers/program.ts';

const LAUNCH = fileURLToPath(new URL('../../../../scripts/launch.ts', import.meta.url));

/**
 * Writes the files of a release that the launcher needs, as `unzip` leaves them: without links to the workspace
 * packages.
 */
async function writeRelease(home: string, version: string): Promise<void> {
  const files = {
    'packages/contract/package.json': '{"type": "module", "exports": "./index.ts"}',
    'packages/contract/index.ts': `export const version: string = '${version}';`,
    'apps/server/package.json': '{"type": "module"}',
    'apps/server/src/main.ts': 'setInterval(() => {}, 1000);',
    'apps/server/src/cli/octavo.ts': `import { version } from '@octavo/contract';
      console.log(version, ...process.argv.slice(2));
      process.exitCode = process.argv.includes('doctor') ? 3 : 0;`,
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(home, 'releases', version, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'octavo-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}

const launch = (home: string, ...args: string[]) =>
  [process.execPath, [LAUNCH, ...args], { OCTAVO_HOME: home, PORT: '1' }] as const;

describe('the launcher', () => {
  it('runs the commands of a release as unpacked, or reports what is missing', async () => {
    const home = await makeHome();
    const none = await runProgram(...launch(home));
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toMatch(
      /^launch: .*\/current does not point to a release: unpack one, then ln /,
    );
    await writeRelease(home, '1.0.0');
    await symlink(join(home, 'releases/1.0.0'), join(home, 'current'));
    expect(await runProgram(...launch(home, 'doctor', '--now'))).toEqual({
      code: 3,
      stdout: '1.0.0 doctor --now\n',
      stderr: '',
    });
  });

  it('starts no other release if it is stopped while it switches to one', async () => {
    const home = await makeHome();
    for (const version of ['1.0.0', '2.0.0']) await writeRelease(home, version);
    await symlink('releases/1.0.0', join(home, 'current'));
    const program = startProgram(...launch(home));
    await expect.poll(program.stdout).toContain('starting releases/1.0.0');
    await symlink('releases/2.0.0', join(home, 'next'));
    await rename(join(home, 'next'), join(home, 'current'));
    await expect.poll(program.stdout).toContain('starting releases/2.0.0');
    program.signal('SIGTERM');
    await program.exited;
    expect(program.stdout()).not.toContain('rolling back');
    expect(await readlink(join(home, 'current'))).toBe('releases/2.0.0');
  });
});
