import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import type { OssSetting } from '../setting/setting.ts';

/** Connection settings of a bucket. */
export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly pathStyle: boolean;
  readonly prefix: string;
  readonly publicUrl?: string | undefined;
}

const ENDPOINTS: Readonly<Record<OssSetting['oss_type'], (region: string) => string>> = {
  aliyun: (region) => `oss-${region}.aliyuncs.com`,
  qiniu: (region) => `s3.${region}.qiniucs.com`,
  qcloud: (region) => `cos.${region}.myqcloud.com`,
  s3: (region) => `s3.${region}.amazonaws.com`,
};

const REGION_PATTERN =
  /(?:^|\.)(?:oss-|s3[.-]|cos\.)([a-z0-9-]+)\.(?:aliyuncs|qiniucs|myqcloud|amazonaws)\./;

const withProtocol = (input: string) => (/^https?:\/\//.test(input) ? input : `https://${input}`);

/** Accepts endpoints as cloud consoles show them: with or without a protocol, often with the bucket in the host name. */
function normalizeEndpoint(input: string, bucket: string): string {
  const url = new URL(withProtocol(input));
  const bucketPrefix = `${bucket.toLowerCase()}.`;
  if (url.hostname.startsWith(bucketPrefix)) url.hostname = url.hostname.slice(bucketPrefix.length);
  return url.origin;
}

/** The region for signatures: the configured one, else the one in the host name. */
function resolveRegion(input: string, endpoint: string): string {
  return input || REGION_PATTERN.exec(new URL(endpoint).hostname)?.[1] || 'us-east-1';
}

/** Each provider has its own credential fields; values stored for another provider are ignored. */
function resolveCredentials(setting: OssSetting, decrypt: (encrypted: string) => string) {
  const { oss_type, key, secret, secretId, secretKey } = setting;
  return oss_type === 'qcloud'
    ? { accessKey: secretId, secretKey: decrypt(secretKey) }
    : { accessKey: key, secretKey: decrypt(secret) };
}

export function s3ConfigFromSetting(
  setting: OssSetting,
  decrypt: (encrypted: string) => string,
): S3Config | undefined {
  const { oss_type, bucket, region, protocol, domain } = setting;
  if (bucket === '' || (setting.endpoint === '' && region === '')) return undefined;
  const input = setting.endpoint || ENDPOINTS[oss_type](region);
  if (!URL.canParse(withProtocol(input))) return undefined;
  const endpoint = normalizeEndpoint(input, bucket);
  const host = domain.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  return {
    endpoint,
    bucket,
    region: resolveRegion(region, endpoint),
    ...resolveCredentials(setting, decrypt),
    // An IP address cannot have the bucket as a subdomain.
    pathStyle: isIP(new URL(endpoint).hostname.replaceAll(/[[\]]/g, '')) !== 0,
    prefix: 'octavo/',
    publicUrl: host === '' ? undefined : `${protocol}://${host}`,
  };
}

export function s3ConfigFromEnv({ s3 }: Config): S3Config | undefined {
  if (s3.bucket === '') return undefined;
  const endpoint = normalizeEndpoint(
    s3.endpoint || ENDPOINTS.s3(s3.region || 'us-east-1'),
    s3.bucket,
  );
  return {
    ...s3,
    endpoint,
    region: resolveRegion(s3.region, endpoint),
    publicUrl: s3.publicUrl?.origin,
  };
}
