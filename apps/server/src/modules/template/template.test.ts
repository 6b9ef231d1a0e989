import { calls } from '@octavo/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLoggedIn } from '../../testing/factories.ts';
import { openTestSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';

const { template } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

it('stores content unchanged and lists the newest template first', async () => {
  const { client } = await makeLoggedIn(site);
  expect(await client.must(template.getList, {})).toEqual([]);
  const text = '# A\n\n`<b>` & "quotes" 100%41 😀\n';
  await client.must(template.save, { template_title: 'First', template_content: text });
  const { id } = await client.must(template.save, {
    template_title: ' Second ',
    template_content: '',
  });
  expect(await client.must(template.getList, {})).toMatchObject([
    { id, template_title: 'Second', template_content: '' },
    { template_title: 'First', template_content: text },
  ]);
});

it('requires a title', async () => {
  const { client } = await makeLoggedIn(site);
  const answer = await client.call(template.save, { template_title: ' ', template_content: 'x' });
  expect(answer.error_code).toBe(10101);
});

it('can be seen and deleted only by its owner', async () => {
  const owner = await makeLoggedIn(site);
  const other = await makeLoggedIn(site);
  const { id } = await owner.client.must(template.save, {
    template_title: 'Mine',
    template_content: 'x',
  });
  expect(await other.client.must(template.getList, {})).toEqual([]);
  expect((await other.client.call(template.delete, { id })).error_code).toBe(10101);
  await owner.client.must(template.delete, { id });
  expect(await owner.client.must(template.getList, {})).toEqual([]);
  expect((await owner.client.call(template.delete, { id })).error_code).toBe(10101);
});

it('rejects more than 100 templates', async () => {
  const { client, uid } = await makeLoggedIn(site);
  await site.database.query(
    `insert into template (uid, template_title, template_content)
     select $1, 'T', '' from generate_series(1, 99)`,
    [uid],
  );
  const next = { template_title: 'T', template_content: '' };
  await client.must(template.save, next);
  expect((await client.call(template.save, next)).error_code).toBe(10608);
});
