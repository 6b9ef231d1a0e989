import { isIP } from 'node:net';
import type { Config } from '../../../config.ts';
import type { OssSetting } from '../../setting/setting.ts';

/** A bucket, and how to speak to it. */
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

/** People paste what a console shows them: with or without protocol, often with the bucket in it. */
function plainEndpoint(given: string, bucket: string): string {
  const url = new URL(withProtocol(given));
  const own = `${bucket.toLowerCase()}.`;
  if (url.hostname.startsWith(own)) url.hostname = url.hostname.slice(own.length);
  return url.origin;
}

/** The region that a signature names: the one that is set, else the one in the host's name. */
function regionOf(given: string, endpoint: string): string {
  return given || REGION.exec(new URL(endpoint).hostname)?.[1] || 'us-east-1';
}

/** Each provider has fields of its own; what is stored for another one is not used. */
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
    // A bucket cannot stand before an address of numbers.
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
