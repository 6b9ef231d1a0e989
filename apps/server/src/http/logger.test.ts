import { spawnSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void) {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  write(createLogger('info', stream));
  return { text: lines.join(''), line: JSON.parse(lines[0] ?? '{}') as Record<string, unknown> };
}

describe('the log', () => {
  it('redacts secrets at any depth', () => {
    const { text, line } = logged((log) =>
      log.info(
        {
          password: 'P1',
          route: '/api/user/login',
          headers: { cookie: 'P2', 'set-cookie': ['P3'], accept: 'text/html' },
          rows: [{ mail: { user_token: 'P4', to: { email: 'P5' } } }],
        },
        'request',
      ),
    );
    expect(text).not.toMatch(/P\d/);
    expect(line).toMatchObject({
      msg: 'request',
      password: '[hidden]',
      route: '/api/user/login',
      headers: { cookie: '[hidden]', accept: 'text/html' },
      rows: [{ mail: { user_token: '[hidden]', to: { email: '[hidden]' } } }],
    });
  });

  it('contains an error with its stack and cause, and redacts its secrets', () => {
    const cause = Object.assign(new Error('inner'), { api_key: 'P1' });
    const error = Object.assign(new Error('outer', { cause }), {
      code: '23505',
      token: 'P2',
      config: { password: 'P3', host: 'db' },
    });
    const { text, line } = logged((log) => log.error({ err: error }, 'unexpected error'));
    expect(text).not.toMatch(/P\d/);
    expect(line['err']).toMatchObject({
      type: 'Error',
      message: 'outer: inner',
      code: '23505',
      config: { password: '[hidden]', host: 'db' },
    });
    expect(text).toContain('logger.test.ts');
  });

  it('accepts circular references', () => {
    const loop: Record<string, unknown> = { name: 'loop' };
    loop['self'] = loop;
    expect(logged((log) => log.info({ loop }, 'round')).line['msg']).toBe('round');
  });

  it('leaves dates and numbers as they are', () => {
    const at = new Date('2026-01-02T03:04:05.000Z');
    const { line } = logged((log) => log.info({ at, n: 1, none: null }, 'plain'));
    expect(line).toMatchObject({ at: at.toISOString(), n: 1, none: null });
  });
});

/** The log messages of a separate process, read after it has ended. */
function logMessagesOf(program: string): string[] {
  const logger = new URL('./logger.ts', import.meta.url).href;
  const source = `import { createLogger } from '${logger}'; const log = createLogger('info'); ${program}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', source]);
  const lines = stdout.toString().split('\n').filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

describe('the log of a process', () => {
  it('is complete after an exit', () => {
    expect(logMessagesOf(`log.info('one'); log.info('two'); process.exit(0)`)).toEqual([
      'one',
      'two',
    ]);
  });

  it('contains a warning and the lines before it, even if the process is killed', () => {
    const killed = `log.info('one'); log.warn('two'); process.kill(process.pid, 'SIGKILL')`;
    expect(logMessagesOf(killed)).toEqual(['one', 'two']);
  });
});
