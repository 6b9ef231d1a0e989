import { randomUUID } from 'node:crypto';
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
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
  const client = new S3Client({
    endPoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
  });
  await client
    .makeRequest({ method: 'PUT', bucketName: env.S3_BUCKET, objectName: '' })
    .catch((error: unknown) => {
      // Another test has created the bucket already.
      if (!(error instanceof S3Errors.ServerError && error.statusCode === 409)) throw error;
    });
  return { ...env, ...(endpoint !== undefined && { S3_ENDPOINT: endpoint }) };
}
