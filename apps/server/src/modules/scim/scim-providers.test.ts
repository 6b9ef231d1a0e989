import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScimClient } from '../../../tests/helpers/scim.ts';
import { entraSteps, oktaSteps } from '../../../tests/helpers/scim-provider-requests.ts';
import type { ProviderStep } from '../../../tests/helpers/scim-provider-requests.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

const providers = [
  { name: 'Microsoft Entra ID', steps: entraSteps },
  { name: 'Okta', steps: oktaSteps },
];

describe.each(providers)('the documented requests of $name', ({ name, steps }) => {
  const ids = new Map<string, string>();
  const fill = <T>(value: T): T =>
    JSON.parse(
      JSON.stringify(value).replaceAll(
        /(?<!\\)\{(\w+)\}|%7B(\w+)%7D/g,
        (whole, kept: string, encoded: string) => ids.get(kept ?? encoded) ?? whole,
      ),
    ) as T;
  let client: Awaited<ReturnType<typeof makeScimClient>>;
  beforeAll(async () => {
    client = await makeScimClient(site, name);
  });

  // In their order: a step uses what the steps before have created.
  it.each(steps)('$method: $title', async (step) => {
    const { method, path, body, status, has, lacks = [], keep } = fill<ProviderStep>(step);
    const answer = await client.send(method, path, body);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: has ?? {} });
    for (const attribute of lacks) expect(answer.body).not.toHaveProperty(attribute);
    const type = status === 204 ? undefined : 'application/scim+json; charset=utf-8';
    expect(answer.headers['content-type']).toBe(type);
    const meta = answer.body['meta'] as { location: string } | undefined;
    const location = status === 201 ? meta?.location : answer.headers['location'];
    expect(answer.headers['location']).toBe(location);
    if (keep !== undefined) ids.set(keep, String(answer.body['id']));
  });
});

it('are sixty or more', () => {
  const count = providers.reduce((sum, { steps }) => sum + steps.length, 0);
  console.log(`${count} documented requests of identity providers replayed`);
  expect(count).toBeGreaterThanOrEqual(60);
});
