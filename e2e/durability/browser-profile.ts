import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import type { Site } from '../site.ts';

/** Returns an empty string if the process has just ended. */
function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already with its parent.
  }
}

/** A browser with a profile on disk that survives the browser process. */
export class BrowserProfile {
  readonly #site: Site;
  readonly #options: Parameters<typeof chromium.launchPersistentContext>[1];
  readonly #profile = mkdtempSync(path.join(tmpdir(), 'octavo-profile-'));
  #context: BrowserContext | undefined;

  constructor(site: Site, options: Parameters<typeof chromium.launchPersistentContext>[1]) {
    this.#site = site;
    this.#options = options;
  }

  /** The browser of another user. */
  createOther(): BrowserProfile {
    return new BrowserProfile(this.#site, this.#options);
  }

  async context(): Promise<BrowserContext> {
    this.#context ??= await chromium.launchPersistentContext(this.#profile, {
      ...this.#options,
      baseURL: this.#site.url,
      locale: 'en-GB',
    });
    return this.#context;
  }

  async newPage(): Promise<Page> {
    return (await this.context()).newPage();
  }

  /** Kills all processes of this profile at once, like a power failure. */
  async kill(): Promise<void> {
    await this.context();
    for (const pid of this.#processes()) killProcess(pid);
    while (this.#processes().length > 0) await sleep(50);
    this.#context = undefined;
    rmSync(path.join(this.#profile, 'SingletonLock'), { force: true });
  }

  #processes(): number[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.filter((pid) => readCommandLine(pid).includes(this.#profile)).map(Number);
  }

  async close(): Promise<void> {
    await this.#context?.close();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Reads all draft texts from the IndexedDB of this browser, bypassing the product. */
export function readDraftTexts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const openRequest = indexedDB.open('octavo-kept');
        openRequest.addEventListener('error', () => reject(new Error('no store')));
        openRequest.addEventListener('success', () => {
          const database = openRequest.result;
          const all = database.transaction('texts').objectStore('texts').getAll();
          all.addEventListener('success', () => {
            database.close();
            const rows = all.result as { fields: { content: string } }[];
            resolve(rows.map(({ fields }) => fields.content));
          });
        });
      }),
  );
}
