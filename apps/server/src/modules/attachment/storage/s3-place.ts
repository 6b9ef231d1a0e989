import { isIP } from 'node:net';
import type { Config } from '../../../config.ts';
import type { OssSetting } from '../../setting/setting.ts';

/** Connection settings of a bucket. */
export interface S3Place {
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

const REGION =
  /(?:^|\.)(?:oss-|s3[.-]|cos\.)([a-z0-9-]+)\.(?:aliyuncs|qiniucs|myqcloud|amazonaws)\./;

const withProtocol = (given: string) => (/^https?:\/\//.test(given) ? given : `https://${given}`);

/** Accepts endpoints as cloud consoles show them: with or without a protocol, often with the bucket in the host name. */
function plainEndpoint(given: string, bucket: string): string {
  const url = new URL(withProtocol(given));
  const own = `${bucket.toLowerCase()}.`;
  if (url.hostname.startsWith(own)) url.hostname = url.hostname.slice(own.length);
  return url.origin;
}

/** The region for signatures: the configured one, else the one in the host name. */
function regionOf(given: string, endpoint: string): string {
  return given || REGION.exec(new URL(endpoint).hostname)?.[1] || 'us-east-1';
}

/** Each provider has its own credential fields; values stored for another provider are ignored. */
function credentialsOf(setting: OssSetting, open: (sealed: string) => string) {
  const { oss_type, key, secret, secretId, secretKey } = setting;
  return oss_type === 'qcloud'
    ? { accessKey: secretId, secretKey: open(secretKey) }
    : { accessKey: key, secretKey: open(secret) };
}

export function placeOfSetting(
  setting: OssSetting,
  open: (sealed: string) => string,
): S3Place | undefined {
  const { oss_type, bucket, region, protocol, domain } = setting;
  if (bucket === '' || (setting.endpoint === '' && region === '')) return undefined;
  const given = setting.endpoint || ENDPOINTS[oss_type](region);
  if (!URL.canParse(withProtocol(given))) return undefined;
  const endpoint = plainEndpoint(given, bucket);
  const host = domain.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  return {
    endpoint,
    bucket,
    region: regionOf(region, endpoint),
    ...credentialsOf(setting, open),
    // An IP address cannot have the bucket as a subdomain.
    pathStyle: isIP(new URL(endpoint).hostname.replaceAll(/[[\]]/g, '')) !== 0,
    prefix: 'octavo/',
    publicUrl: host === '' ? undefined : `${protocol}://${host}`,
  };
}

export function placeOfEnvironment({ s3 }: Config): S3Place | undefined {
  if (s3.bucket === '') return undefined;
  const endpoint = plainEndpoint(s3.endpoint || ENDPOINTS.s3(s3.region || 'us-east-1'), s3.bucket);
  return {
    ...s3,
    endpoint,
    region: regionOf(s3.region, endpoint),
    publicUrl: s3.publicUrl?.origin,
  };
}
