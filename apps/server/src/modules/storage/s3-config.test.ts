import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { siteSettings } from '../setting/setting.ts';
import { s3ConfigFromEnv, s3ConfigFromSetting } from './s3-config.ts';

function configFor(input: object) {
  const { oss_setting } = siteSettings.parse({ oss_setting: input });
  return s3ConfigFromSetting(oss_setting, (encrypted) => encrypted.replace('sealed ', ''));
}

describe('S3 configuration from the site settings', () => {
  it.each([
    [{ oss_type: 'aliyun', region: 'cn-hangzhou' }, 'https://oss-cn-hangzhou.aliyuncs.com'],
    [{ oss_type: 'qiniu', region: 'cn-east-1' }, 'https://s3.cn-east-1.qiniucs.com'],
    [{ oss_type: 'qcloud', region: 'ap-beijing' }, 'https://cos.ap-beijing.myqcloud.com'],
    [{ oss_type: 's3', region: 'eu-west-1' }, 'https://s3.eu-west-1.amazonaws.com'],
    [
      { oss_type: 'aliyun', endpoint: 'oss-cn-hangzhou.aliyuncs.com' },
      'https://oss-cn-hangzhou.aliyuncs.com',
    ],
    [
      { oss_type: 'aliyun', endpoint: 'http://docs.oss-cn-hangzhou.aliyuncs.com/' },
      'http://oss-cn-hangzhou.aliyuncs.com',
    ],
    [
      { oss_type: 'qiniu', endpoint: 'https://docs.s3-cn-east-1.qiniucs.com' },
      'https://s3-cn-east-1.qiniucs.com',
    ],
    [{ oss_type: 's3', endpoint: 'http://store.lan:9000/docs' }, 'http://store.lan:9000'],
  ])('%j has the endpoint %s', (input, endpoint) => {
    expect(configFor({ bucket: 'docs', ...input })).toMatchObject({ endpoint, pathStyle: false });
  });

  it.each([
    ['oss-cn-hangzhou.aliyuncs.com', 'cn-hangzhou'],
    ['s3-cn-east-1.qiniucs.com', 'cn-east-1'],
    ['docs-12.cos.ap-beijing.myqcloud.com', 'ap-beijing'],
    ['store.lan', 'us-east-1'],
  ])('derives the region from the host name %s', (endpoint, region) => {
    expect(configFor({ bucket: 'docs-12', endpoint })?.region).toBe(region);
  });

  it.each([
    ['aliyun', 'k', 's'],
    ['qiniu', 'k', 's'],
    ['s3', 'k', 's'],
    ['qcloud', 'id', 'q'],
  ])(
    'type %s uses its own credentials and ignores those of other types',
    (oss_type, key, secret) => {
      const stored = { key: 'k', secret: 'sealed s', secretId: 'id', secretKey: 'sealed q' };
      expect(configFor({ bucket: 'docs', region: 'x-1', oss_type, ...stored })).toMatchObject({
        accessKey: key,
        secretKey: secret,
      });
    },
  );

  it('uses the configured credentials and public domain', () => {
    const bucket = { bucket: 'docs', region: 'ap-beijing' };
    const pair = { accessKey: 'k', secretKey: 's' };
    expect(configFor({ ...bucket, key: 'k', secret: 'sealed s' })).toMatchObject(pair);
    const cos = { ...bucket, oss_type: 'qcloud', secretId: 'k', secretKey: 'sealed s' };
    expect(configFor({ ...cos, domain: 'files.example.com/', protocol: 'http' })).toMatchObject({
      ...pair,
      publicUrl: 'http://files.example.com',
    });
    expect(configFor(cos)?.publicUrl).toBeUndefined();
  });

  it('is undefined without a bucket or an endpoint', () => {
    expect(configFor({ region: 'x' })).toBeUndefined();
    expect(configFor({ bucket: 'docs' })).toBeUndefined();
    expect(s3ConfigFromEnv(readConfig({ DATABASE_URL: 'postgres://db/octavo' }))).toBeUndefined();
  });
});
