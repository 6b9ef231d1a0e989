import { randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { inject } from 'vitest';

/** All file tests run with both kinds of stores. */
export const STORE_KINDS = ['local', 's3'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** Returns the environment of a site with its own file store; `endpoint` replaces the real S3 endpoint. */
export async function storeEnv(
  kind: StoreKind,
  endpoint?: string,
): Promise<Record<string, string>> {
  if (kind === 'local') return {};
  const services = inject('services');
  const env = {
    S3_ENDPOINT: services['TEST_S3_ENDPOINT'] ?? '',
    S3_BUCKET: services['TEST_S3_BUCKET'] ?? '',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY: services['TEST_S3_KEY'] ?? '',
    S3_SECRET_KEY: services['TEST_S3_SECRET'] ?? '',
    S3_PATH_STYLE: '1',
    S3_PREFIX: `${randomUUID()}/`,
  };
  const client = new AwsClient({
    accessKeyId: env.S3_ACCESS_KEY,
    secretAccessKey: env.S3_SECRET_KEY,
    region: env.S3_REGION,
    service: 's3',
  });
  const { status } = await client.fetch(`${env.S3_ENDPOINT}/${env.S3_BUCKET}`, { method: 'PUT' });
  // 409: another test has created the bucket already.
  if (status !== 200 && status !== 409)
    throw new Error(`the store responded with status ${status} to the creation of a bucket`);
  return { ...env, ...(endpoint !== undefined && { S3_ENDPOINT: endpoint }) };
}
