import type { APIRequestContext, Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import type { Envelope } from '@octavo/contract/envelope';
import { uniqueName, registerByApi } from './users.ts';
import type { Site } from './site.ts';

/** Returns a function that sends calls with the session of a browser, for test setup. */
export function createCaller(request: APIRequestContext, site: Site) {
  return async <C extends Call>(call: C, input: CallInput<C>): Promise<CallResponse<C>> => {
    const answer = await request.post(site.url + call.path, {
      headers: { origin: site.url },
      data: input,
    });
    const { error_code, error_message, data } = (await answer.json()) as Envelope<CallResponse<C>>;
    if (error_code !== 0) throw new Error(`${call.path}: ${error_message}`);
    return data as CallResponse<C>;
  };
}

const CREATE_PAGE = `**Request URL:**
- \`https://api.harbor.dev/v2/orders\`

**Method:**
- POST

Creates an order and reserves stock for 30 minutes. 用户下单后锁定库存。

> **Safe to retry.** Send the same \`Idempotency-Key\` again.

## Headers

|Name|Type|Required|Remark|
|:--|:--|:--|:--|
|Authorization|string|Required|Bearer token|
|Idempotency-Key|string|Optional|A UUID|

## Request example

\`\`\`json JSON
{ "customer_id": "cus_8f21c0", "currency": "EUR" }
\`\`\`

\`\`\`bash cURL
curl -X POST https://api.harbor.dev/v2/orders
\`\`\`

## Answer

\`\`\`json
{
${Array.from({ length: 60 }, (_, line) => `  "field_${line}": ${line},`).join('\n')}
  "end": true
}
\`\`\`

## Errors

> [!WARNING]
> Error 40921 means a line is out of stock.
`;

const SHORT_PAGE = '## One\n\nText with stock.\n\n## Two\n\nMore text.';

/** Creates a user with a public item of several pages by calls; the browser of the page is logged in. */
export async function makeSampleItem(page: Page, site: Site) {
  await page.goto('/');
  const username = uniqueName('mei');
  await registerByApi(page, site, username);
  const call = createCaller(page.request, site);
  const item_domain = uniqueName('harbor').replaceAll(/[^a-z0-9]/g, '');
  const { item_id } = await call(calls.item.add, {
    item_name: 'Harbor Commerce API',
    item_description: 'Orders and payments.',
    item_domain,
  });
  const orders = await call(calls.catalog.save, { item_id, cat_name: 'Orders' });
  const payments = await call(calls.catalog.save, { item_id, cat_name: 'Payments' });
  const save = async (page_title: string, page_content: string, cat_id: number) =>
    (await call(calls.page.save, { item_id, cat_id, page_title, page_content })).page_id;
  const create = await save('Create an order', CREATE_PAGE, orders.cat_id);
  const retrieve = await save('Retrieve an order', SHORT_PAGE, orders.cat_id);
  const capture = await save('Capture a payment', SHORT_PAGE, payments.cat_id);
  return { username, item_id, item_domain, call, pages: { create, retrieve, capture } };
}
