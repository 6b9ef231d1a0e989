import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solveCaptcha, makeVisitor } from '../../../tests/helpers/factories.ts';
import { makeItem, makePage } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

let site: TestSite;
let item_id: number;
beforeAll(async () => {
  site = await openTestSite();
  const password_hash = await site.deps.hasher.hash('open sesame');
  item_id = await makeItem(site, { password_hash });
});
afterAll(() => site.close());

describe('item/pwd', () => {
  it('grants read access only', async () => {
    const guest = makeVisitor(site);
    await guest.callOk(calls.item.pwd, { item_id, password: 'open sesame' });
    expect((await guest.callOk(calls.item.info, { item_id })).item_edit).toBe(false);
    const save = { item_id, page_title: 'T', page_content: 'x' };
    expect((await guest.call(calls.page.save, save)).error_code).toBe(10102);
    expect((await guest.call(calls.recycle.getList, { item_id })).error_code).toBe(10102);
  });

  it('opens the item of item_id, not the item of the sent page', async () => {
    const other = await makeItem(site, { password_hash: 'x' });
    const page_id = await makePage(site, other);
    const guest = makeVisitor(site);
    const input = { item_id, page_id, password: 'open sesame' };
    await guest.callOk(calls.item.pwd, input);
    expect((await guest.call(calls.page.info, { page_id })).error_code).toBe(10307);
    expect((await guest.call(calls.item.info, { item_id })).error_code).toBe(0);
  });

  it('finds the item by one of its pages', async () => {
    const page_id = await makePage(site, item_id);
    const guest = makeVisitor(site);
    await guest.callOk(calls.item.pwd, { page_id, password: 'open sesame' });
    expect((await guest.call(calls.page.info, { page_id })).error_code).toBe(0);
  });

  it('requires a captcha after ten failures, and then accepts the password', async () => {
    const guest = makeVisitor(site);
    const wrong = { item_id, password: 'guess' };
    const codes: number[] = [];
    for (let tries = 0; tries < 10; tries += 1)
      codes.push((await guest.call(calls.item.pwd, wrong)).error_code);
    expect(codes).toEqual([...Array<number>(9).fill(10307), 10308]);
    const right = { item_id, password: 'open sesame' };
    expect((await guest.call(calls.item.pwd, right)).error_code).toBe(10206);
    const v_code = await solveCaptcha(site, guest, 'visit');
    expect((await guest.call(calls.item.pwd, { ...right, v_code })).error_code).toBe(0);
  });

  it('returns the same error for an item that does not exist', async () => {
    const guest = makeVisitor(site);
    const unknown = await guest.call(calls.item.pwd, { item_id: 987_654_321, password: 'guess' });
    expect(unknown.error_code).toBe(10307);
  });

  it('retains the newest twenty passes', async () => {
    const guest = makeVisitor(site);
    const password_hash = await site.deps.hasher.hash('sesame');
    for (let count = 0; count < 22; count += 1) {
      const made = await makeItem(site, { password_hash });
      await guest.callOk(calls.item.pwd, { item_id: made, password: 'sesame' });
    }
    const passes = [...guest.cookies.keys()].filter((name) => name.startsWith('octavo-visit-'));
    expect(passes).toHaveLength(20);
  });
});
