import { calls } from '@octavo/contract';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './fixtures.ts';
import { uniqueName, registerByApi } from './users.ts';

const run = promisify(execFile);

test('the displayed command uploads a folder of documents', async ({
  page,
  site,
  text,
}, testInfo) => {
  await registerByApi(page, site, uniqueName('mei'));
  const made = await page.request.post(`${site.url}${calls.item.add.path}`, {
    headers: { origin: site.url },
    data: { item_name: 'Harbor' },
  });
  const { item_id } = ((await made.json()) as { data: { item_id: number } }).data;

  await page.goto('/item/add');
  await page.getByRole('link', { name: text('addItem.autoCreate') }).click();
  const secret = async (name: string) => {
    await page.getByRole('button', { name: text('shell.showSecret', { name }) }).click();
    const field = page.getByLabel(name, { exact: true });
    await expect(field).toHaveValue(/^[0-9a-f]{32}$/);
    return field.inputValue();
  };
  const env = { OCTAVO_KEY: await secret('api_key'), OCTAVO_TOKEN: await secret('api_token') };
  const command = (await page.locator('figure code').textContent()) ?? '';

  const folder = testInfo.outputPath('project');
  await mkdir(join(folder, 'docs', '订单'), { recursive: true });
  await writeFile(join(folder, 'docs', '订单', '创建订单.md'), '下单后会锁定库存三十分钟。\n');
  const { stdout } = await run('sh', ['-ec', command], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  expect(stdout).toBe('ok  订单/创建订单.md\n');

  await page.goto(`/${item_id}`);
  // The item opens with its only page.
  await expect(page.getByText('下单后会锁定库存三十分钟。')).toBeVisible();

  await page.goto('/item/add?tab=auto');
  await page.getByText(text('addItem.fromOpenapi'), { exact: true }).click();
  await expect(page.locator('figure code')).toContainText('octavo.sh openapi');
  const pushCommand = (await page.locator('figure code').textContent()) ?? '';
  const api =
    'openapi: 3.1.0\ninfo: { title: Shop }\npaths: { /pay: { post: { summary: 支付 } } }\n';
  await writeFile(join(folder, 'openapi.yaml'), api);
  const pushResult = await run('sh', ['-ec', pushCommand], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  expect(pushResult.stdout).toBe('ok  ./openapi.yaml\n');
  await page.goto(`/${item_id}`);
  await page.getByRole('treeitem', { name: /支付/ }).click();
  await expect(page.getByRole('main').getByText('/pay').first()).toBeVisible();
});
