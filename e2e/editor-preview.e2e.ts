import { openEditor } from './editor-page.ts';
import { expect, test } from './fixtures.ts';

test('the preview updates automatically for short pages, on demand for long ones, and scrolls in sync', async ({
  page,
  site,
  text,
}) => {
  const { editor } = await openEditor(page, site, text);
  const preview = page.getByRole('region', { name: text('editor.preview') });
  await expect(preview.getByRole('heading', { name: 'Two' })).toBeVisible();
  await editor.append('\n\n## Three');
  await expect(preview.getByRole('heading', { name: 'Three' })).toBeVisible();

  await test.step('formulas and diagrams are rendered and do not flicker while typing', async () => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await editor.append('\n\n$$\\bigg(x\\bigg)$$\n\n```mermaid\ngraph TD\n  Cart --> Paid\n```\n');
    const diagram = preview.locator('pre.mermaid svg');
    await expect(diagram.getByText('Paid')).toBeVisible();
    await expect(preview.locator('.katex .delimsizing.size3').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(errors).toEqual([]);
    // The source of the diagram is never visible in between.
    await preview.evaluate((pane) => {
      new MutationObserver(() => {
        requestAnimationFrame(() => {
          if (!pane.querySelector('pre.mermaid svg')) pane.dataset['flashed'] = '';
        });
      }).observe(pane, { childList: true, subtree: true });
    });
    await editor.append('\n## Four');
    await expect(preview.getByRole('heading', { name: 'Four' })).toBeVisible();
    await expect(diagram.getByText('Paid')).toBeVisible();
    await expect(preview).not.toHaveAttribute('data-flashed');
  });

  await test.step('code blocks that readers see as tabs are shown one below the other', async () => {
    await editor.append(
      '\n\n```json 200 OK\n{ "id": 1 }\n```\n\n```json 409 Conflict\n{ "id": 2 }\n```\n',
    );
    for (const shown of ['200 OK', '{ "id": 1 }', '409 Conflict', '{ "id": 2 }'])
      await expect(preview.getByText(shown)).toBeVisible();
  });

  await test.step('the block at the cursor is shown when the preview is longer than the text', async () => {
    const tall = String.raw`$$\begin{matrix}${'1\\\\'.repeat(60)}1\end{matrix}$$`;
    await editor.append(`\n\n${tall}\n\n## Five`);
    await expect(editor.source.getByText('## One')).toBeInViewport();
    await expect(preview.getByRole('heading', { name: 'Five' })).toBeInViewport();
  });

  const sections = Array.from({ length: 120 }, (_, at) => `\n\n## Part ${at}\n\nSome words here.`);
  await editor.append(sections.join(''));
  const refresh = preview.getByRole('button', { name: text('editor.refreshPreview') });
  await expect(refresh).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'Part 119' })).toHaveCount(0);
  await refresh.click();
  await expect(preview.getByRole('heading', { name: 'Part 119' })).toBeAttached();

  await test.step('in both directions', async () => {
    await editor.source.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await expect(preview.getByRole('heading', { name: 'One', exact: true })).toBeInViewport();
    await page.keyboard.press('ControlOrMeta+End');
    await expect(preview.getByRole('heading', { name: 'Part 119' })).toBeInViewport();
    await preview.focus();
    await page.keyboard.press('Home');
    await expect(editor.source.getByText('## One')).toBeInViewport();
  });

  await test.step('what is read away from the cursor stays when the preview grows', async () => {
    await editor.append(' The end.');
    await refresh.click();
    await editor.source.focus();
    await page.keyboard.press('ControlOrMeta+End');
    const first = preview.getByRole('heading', { name: 'One', exact: true });
    await expect(first).not.toBeInViewport();
    await page.mouse.move((await editor.source.boundingBox())?.x ?? 0, 400);
    await page.mouse.wheel(0, -1_000_000);
    await expect(first).toBeInViewport();
    // As an image does that is loaded late.
    await preview.locator('.prose').evaluate(async (content) => {
      content.style.height = `${content.getBoundingClientRect().height + 300}px`;
      for (let frame = 0; frame < 5; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    await expect(first).toBeInViewport();
  });

  await test.step('each pane alone', async () => {
    const view = page.getByRole('radiogroup', { name: text('editor.view') });
    await view.getByText(text('editor.read')).click();
    await expect(editor.source).toBeHidden();
    await view.getByText(text('editor.write')).click();
    await expect(preview).toBeHidden();
    await expect(editor.source).toBeVisible();
  });
});
