import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toHtml } from './to-html.ts';

const folder = join(import.meta.dirname, '../tests/golden');
const siteOrigin = 'https://docs.example.com';

describe('toHtml matches the golden file', () => {
  for (const file of globSync('*.md', { cwd: folder }).toSorted()) {
    it(`of ${basename(file, '.md')}`, async () => {
      const { html } = toHtml(readFileSync(join(folder, file), 'utf8'), { siteOrigin });
      await expect(html).toMatchFileSnapshot(join(folder, file.replace(/md$/, 'html')));
    });
  }
});
