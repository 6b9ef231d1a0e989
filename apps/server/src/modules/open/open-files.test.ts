import { calls } from '@octavo/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import { addMember } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { uploadAttachment, deleteAttachment } = calls.open;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function script() {
  const own = await makeOwnedPage(site);
  const { api_key, api_token } = await own.client.callOk(calls.item.getKey, own);
  return { ...own, keys: { api_key, api_token }, robot: makeVisitor(site) };
}

interface Uploaded {
  readonly file_id: number;
  readonly url: string;
  readonly sign: string;
}

it('a script attaches files to a page and deletes them by id, sign or URL', async () => {
  const { keys, robot, page_id, client } = await script();
  const put = async () => {
    const answer = await uploadFile(
      robot,
      uploadAttachment,
      { ...keys, page_id },
      { name: '日志.txt' },
    );
    return answer.data as unknown as Uploaded;
  };
  const [first, second, third] = [await put(), await put(), await put()];
  expect(first.url).toMatch(
    new RegExp(`^${site.deps.config.publicUrl.origin}/file/${first.sign}/`),
  );
  const listed = await client.callOk(calls.page.uploadList, { page_id });
  expect(listed.map(({ file_id }) => file_id)).toContain(second.file_id);
  for (const named of [{ file_id: first.file_id }, { sign: second.sign }, { file_url: third.url }])
    expect((await robot.call(deleteAttachment, { ...keys, ...named })).error_code).toBe(0);
  expect(await client.callOk(calls.page.uploadList, { page_id })).toEqual([]);
});

it('a script cannot access other items or files of other users', async () => {
  const one = await script();
  const other = await script();
  const there = await uploadFile(other.robot, uploadAttachment, {
    ...other.keys,
    page_id: other.page_id,
  });
  const { file_id } = there.data as unknown as Uploaded;
  const foreign = await one.robot.call(deleteAttachment, { ...one.keys, file_id });
  expect(foreign.error_code).toBe(10101);
  const onForeignPage = { ...one.keys, page_id: other.page_id };
  expect((await uploadFile(one.robot, uploadAttachment, onForeignPage)).error_code).toBe(10101);

  const member = await makeLoggedInUser(site);
  await addMember(site, one.item_id, member, { edit: true });
  const theirs = await uploadFile(member.client, calls.page.upload, { page_id: one.page_id });
  const named = { ...one.keys, file_url: theirs.url ?? '' };
  expect((await one.robot.call(deleteAttachment, named)).error_code).toBe(10103);
});
