import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

function sources(folder: string): string[] {
  const root = fileURLToPath(new URL(`../../../../${folder}`, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.startsWith('testing/'))
    .map((name) => join(root, name));
}

function holders(files: readonly string[], pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(readFileSync(file, 'utf8')));
}

describe('the source', () => {
  const server = [...sources('apps/server/src'), ...sources('packages/contract/src')];

  it('S08 of the server makes nothing of weak random or weak hashes', () => {
    expect(server.length).toBeGreaterThan(50);
    expect(holders(server, /Math\.random|randomFillSync|pseudoRandomBytes/)).toEqual([]);
    // S3 wants it as the check of a transport; what a file is, its SHA-256 says.
    const md5 = holders(server, /md5/).map((file) => basename(file));
    expect(md5.toSorted()).toEqual([
      's3-storage.ts',
      // Links of the older product, while an administrator lets them in.
      'secret-link.policy.ts',
      'spool.ts',
      'storage.ts',
      'task-file.ts',
    ]);
  });

  it('V49 of the server runs no text as code and starts no program but the one that prints', () => {
    const code = /\bnode:vm\b|\bvm2\b|(?<!\.)\beval\(|new Function\(/;
    expect(holders(server, code)).toEqual([]);
    // The operator's Chromium, without a shell and with arguments of our own making alone.
    const programs = holders(server, /child_process/).map((file) => basename(file));
    expect(programs).toEqual(['chromium.ts']);
    // The threads of our own draw pages, make samples and read files, so that a slow one stops nobody.
    const threads = holders(server, /worker_threads/).map((file) => basename(file));
    expect(threads.toSorted()).toEqual([
      'export-worker.ts',
      'import-worker.ts',
      'mock-worker.ts',
      'render-worker.ts',
      'sheet-worker.ts',
      'thread.ts',
    ]);
  });

  it('S14 V16 of the server asks no address that a client names', () => {
    expect(holders(server, /\bfetch\(|undici|https?\.(get|request)\(/)).toEqual([]);
    // A store, a provider of logins and a feed of updates: all written down by the operator or an administrator.
    const askers = holders(server, /from 'node:https'/).map((file) => basename(file));
    expect(askers.toSorted()).toEqual(['ask-feed.ts', 'ask-provider.ts', 'exchange.ts']);
  });

  it('of the contract reads no empty text as a number', () => {
    expect(holders(sources('packages/contract/src'), /\bz\.coerce\b/)).toEqual([]);
  });

  it('S04 of the web writes HTML in four places: a page and its preview from our sanitiser, a diagram through one, a table that we draw', () => {
    const web = sources('apps/web/src');
    const html =
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/;
    expect(web.length).toBeGreaterThan(20);
    expect(
      holders(web, html)
        .map((file) => basename(file))
        .toSorted(),
    ).toEqual(['content.tsx', 'diagrams.ts', 'rendered.tsx', 'sheet-area.tsx']);
  });
});
