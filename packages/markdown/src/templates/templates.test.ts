import { describe, expect, it } from 'vitest';
import { toHtml } from '../to-html.ts';
import { apiDocumentTemplate } from './api-document.ts';
import { databaseDocumentTemplate } from './database-document.ts';

describe.each(['en', 'zh-cn'] as const)('the templates in %s', (language) => {
  it('are rendered as endpoint, parameter tables and response tabs', async () => {
    const { html } = toHtml(apiDocumentTemplate(language));
    expect(html).toContain('<div class="endpoint" data-copy="https://api.example.com/v1/users">');
    expect(html.match(/<table class="params">/g)).toHaveLength(3);
    expect(html).toContain('<div class="code-tabs">');
    expect(html).toContain('<span class="parent">data.</span>uid');
    await expect(apiDocumentTemplate(language)).toMatchFileSnapshot(
      `../../tests/golden/templates/api-document.${language}.txt`,
    );
  });

  it('are rendered as a data dictionary', async () => {
    const { html } = toHtml(databaseDocumentTemplate(language));
    expect(html.match(/<table class="params">/g)).toHaveLength(1);
    expect(html).toContain('data-role="nullable"');
    await expect(databaseDocumentTemplate(language)).toMatchFileSnapshot(
      `../../tests/golden/templates/database-document.${language}.txt`,
    );
  });
});
