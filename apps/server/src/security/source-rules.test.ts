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

  it('of the server uses no weak random numbers or weak hashes', () => {
    expect(server.length).toBeGreaterThan(50);
    expect(holders(server, /Math\.random|randomFillSync|pseudoRandomBytes/)).toEqual([]);
    // S3 requires MD5 as a transport checksum; files are identified by SHA-256.
    const md5 = holders(server, /md5/).map((file) => basename(file));
    expect(md5.toSorted()).toEqual([
      's3-storage.ts',
      // Login links of ShowDoc, if an administrator allows them.
      'secret-link.policy.ts',
      'spool.ts',
      'storage.ts',
      'task-file.ts',
    ]);
  });

  it('of the server evaluates no text as code and starts no program except Chromium', () => {
    const code = /\bnode:vm\b|\bvm2\b|(?<!\.)\beval\(|new Function\(/;
    expect(holders(server, code)).toEqual([]);
    // The operator's Chromium for PDF export, without a shell and only with fixed arguments.
    const programs = holders(server, /child_process/).map((file) => basename(file));
    expect(programs).toEqual(['chromium.ts']);
    // The product's own worker threads render pages, generate samples and parse files, so that a slow one blocks no
    // request.
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

  it('of the server sends no request to a URL from a client', () => {
    expect(holders(server, /\bfetch\(|undici|https?\.(get|request)\(/)).toEqual([]);
    // A store, a login provider and an update feed: all configured by the operator or an administrator.
    const askers = holders(server, /from 'node:https'/).map((file) => basename(file));
    expect(askers.toSorted()).toEqual(['ask-feed.ts', 'ask-provider.ts', 'exchange.ts']);
  });

  it('of the contract parses no empty text as a number', () => {
    expect(holders(sources('packages/contract/src'), /\bz\.coerce\b/)).toEqual([]);
  });

  it('of the web writes HTML in four places: a page and its preview after sanitizing, a sanitized diagram, and a generated table', () => {
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
