import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

function listSources(folder: string): string[] {
  const root = fileURLToPath(new URL(`../../../../${folder}`, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join(root, name));
}

function filesMatching(files: readonly string[], pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(readFileSync(file, 'utf8')));
}

describe('the source', () => {
  const server = [...listSources('apps/server/src'), ...listSources('packages/contract/src')];

  it('of the server uses no weak random numbers or weak hashes', () => {
    expect(server.length).toBeGreaterThan(50);
    expect(filesMatching(server, /Math\.random|randomFillSync|pseudoRandomBytes/)).toEqual([]);
    // S3 requires MD5 as a transport checksum; files are identified by SHA-256.
    const md5 = filesMatching(server, /md5/).map((file) => basename(file));
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
    expect(filesMatching(server, code)).toEqual([]);
    // The operator's Chromium for PDF export, without a shell and only with fixed arguments.
    const programs = filesMatching(server, /child_process/).map((file) => basename(file));
    expect(programs).toEqual(['chromium.ts']);
    // The product's own worker threads render pages, generate samples and parse files, so that a slow one blocks no
    // request.
    const threads = filesMatching(server, /worker_threads/).map((file) => basename(file));
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
    expect(filesMatching(server, /\bfetch\(|undici|https?\.(get|request)\(/)).toEqual([]);
    // A CDN, a store, a login provider and an update feed: all configured by the operator or an administrator.
    const httpsClients = filesMatching(server, /from 'node:https'/).map((file) => basename(file));
    expect(httpsClients.toSorted()).toEqual([
      'cdn-purge.ts',
      'oauth2-http.ts',
      'send-with-retries.ts',
      'update-feed.ts',
    ]);
  });

  it('of the contract parses no empty text as a number', () => {
    expect(filesMatching(listSources('packages/contract/src'), /\bz\.coerce\b/)).toEqual([]);
  });

  it('of the web writes HTML in five places: a page, its preview and its blocks in Live after sanitizing, a sanitized diagram, and a generated table', () => {
    const web = listSources('apps/web/src');
    const html =
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/;
    expect(web.length).toBeGreaterThan(20);
    expect(
      filesMatching(web, html)
        .map((file) => basename(file))
        .toSorted(),
    ).toEqual(['block-widget.ts', 'content.tsx', 'diagrams.ts', 'rendered.tsx', 'sheet-area.tsx']);
  });
});
