import { calls } from '@octavo/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { template } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

it('stores content unchanged and lists the newest template first', async () => {
  const { client } = await makeLoggedInUser(site);
  expect(await client.callOk(template.getList, {})).toEqual([]);
  const text = '# A\n\n`<b>` & "quotes" 100%41 😀\n';
  await client.callOk(template.save, { template_title: 'First', template_content: text });
  const { id } = await client.callOk(template.save, {
    template_title: ' Second ',
    template_content: '',
  });
  expect(await client.callOk(template.getList, {})).toMatchObject([
    { id, template_title: 'Second', template_content: '' },
    { template_title: 'First', template_content: text },
  ]);
});

it('requires a title', async () => {
  const { client } = await makeLoggedInUser(site);
  const answer = await client.call(template.save, { template_title: ' ', template_content: 'x' });
  expect(answer.error_code).toBe(10101);
});

it('can be seen and deleted only by its owner', async () => {
  const owner = await makeLoggedInUser(site);
  const other = await makeLoggedInUser(site);
  const { id } = await owner.client.callOk(template.save, {
    template_title: 'Mine',
    template_content: 'x',
  });
  expect(await other.client.callOk(template.getList, {})).toEqual([]);
  expect((await other.client.call(template.delete, { id })).error_code).toBe(10101);
  await owner.client.callOk(template.delete, { id });
  expect(await owner.client.callOk(template.getList, {})).toEqual([]);
  expect((await owner.client.call(template.delete, { id })).error_code).toBe(10101);
});

it('rejects more than 100 templates', async () => {
  const { client, uid } = await makeLoggedInUser(site);
  await site.database.query(
    `insert into template (uid, template_title, template_content)
     select $1, 'T', '' from generate_series(1, 99)`,
    [uid],
  );
  const next = { template_title: 'T', template_content: '' };
  await client.callOk(template.save, next);
  expect((await client.call(template.save, next)).error_code).toBe(10608);
});
