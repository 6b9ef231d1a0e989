import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface ChromiumConfig {
  /** The executable of Chromium. */
  readonly program: string;
  /** Whether Chromium uses its sandbox, which some containers do not allow. */
  readonly sandbox: boolean;
}

interface ProcessLimits {
  readonly milliseconds: number;
  readonly bytes: number;
}

const LIMITS: ProcessLimits = { milliseconds: 300_000, bytes: 1_500_000_000 };
const CHECK_INTERVAL_MS = 500;

/** The process and all of its descendants, found by the parent ids in `/proc`. */
export async function processTree(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const processIds = new Set([pid]);
  for (let before = 0; before !== processIds.size;) {
    before = processIds.size;
    for (const [child, parent] of parents) if (processIds.has(parent)) processIds.add(child);
  }
  return [...processIds];
}

/** The proportional set size of a process, which divides shared memory among its users. */
export async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
}

async function killTree(pid: number): Promise<void> {
  for (const member of await processTree(pid)) {
    try {
      process.kill(member, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }
}

/** Disables scripts by the profile, because the command-line flag would also disable printing. */
const NO_SCRIPTS_PREFERENCES = { profile: { default_content_setting_values: { javascript: 2 } } };

/** Disables the network: host names do not resolve, and all connections go to a closed proxy port. */
function flags(folder: string, { sandbox }: ChromiumConfig): string[] {
  return [
    '--headless',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-sync',
    '--disable-breakpad',
    '--no-first-run',
    '--no-default-browser-check',
    '--proxy-server=127.0.0.1:9',
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    `--user-data-dir=${join(folder, 'profile')}`,
    ...(sandbox ? [] : ['--no-sandbox']),
  ];
}

interface LaunchOptions {
  /** Contains the profile of the browser, which is writable. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly preferences: object;
  /** Whether the browser reads commands from file descriptor 3 and writes responses to 4. */
  readonly pipe: boolean;
  readonly limits: ProcessLimits;
}

export interface Chromium {
  readonly child: ChildProcess;
  /**
   * Resolves when the browser and all of its children have ended: with the exceeded limit, the launch error, or an
   * empty string.
   */
  readonly ended: Promise<string>;
  kill(): Promise<void>;
}

/** Starts a browser without the environment of the server, and kills it when it exceeds its limits. */
async function launch(printer: ChromiumConfig, options: LaunchOptions): Promise<Chromium> {
  const { folder, args, preferences, pipe, limits } = options;
  const profile = join(folder, 'profile', 'Default');
  await mkdir(profile, { recursive: true });
  await writeFile(join(profile, 'Preferences'), JSON.stringify(preferences));
  const child = spawn(printer.program, [...flags(folder, printer), ...args], {
    cwd: folder,
    env: { HOME: folder, PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'ignore', ...(pipe ? (['pipe', 'pipe'] as const) : [])],
    detached: true,
  });
  const closed = once(child, 'close');
  const deadline = Date.now() + limits.milliseconds;
  let failure = '';
  const kill = async () => {
    if (child.pid !== undefined) await killTree(child.pid);
  };
  const checkLimits = async () => {
    const { pid } = child;
    if (pid === undefined || failure !== '') return;
    const memoryUsage = await Promise.all((await processTree(pid)).map(memoryOf));
    const bytes = memoryUsage.reduce((sum, one) => sum + one, 0);
    if (bytes > limits.bytes) failure = 'memory limit exceeded';
    else if (Date.now() > deadline) failure = 'time limit exceeded';
    if (failure !== '') await kill();
  };
  const timer = setInterval(() => void checkLimits(), CHECK_INTERVAL_MS);
  const ended = (async () => {
    await closed.catch((error: unknown) => {
      failure = String(error);
    });
    clearInterval(timer);
    await kill();
    return failure;
  })();
  return { child, ended, kill };
}

/** Prints `print.html` of a folder to PDF. */
export async function printFolder(
  folder: string,
  printer: ChromiumConfig,
  limits: ProcessLimits = LIMITS,
): Promise<string> {
  const pdf = join(folder, 'print.pdf');
  const address = pathToFileURL(join(folder, 'print.html')).href;
  const { child, ended } = await launch(printer, {
    folder,
    args: [
      '--no-pdf-header-footer',
      '--generate-pdf-document-outline',
      `--print-to-pdf=${pdf}`,
      address,
    ],
    preferences: NO_SCRIPTS_PREFERENCES,
    pipe: false,
    limits,
  });
  const failure = await ended;
  if (failure !== '' || !existsSync(pdf))
    throw new Error(`printing the document failed: ${failure || `exit code ${child.exitCode}`}`);
  return pdf;
}

/** Starts a browser that is controlled by DevTools commands. */
export function launchBrowser(
  folder: string,
  printer: ChromiumConfig,
  milliseconds: number,
): Promise<Chromium> {
  return launch(printer, {
    folder,
    args: ['--remote-debugging-pipe', '--window-size=960,720', 'about:blank'],
    preferences: {},
    pipe: true,
    limits: { ...LIMITS, milliseconds },
  });
}
