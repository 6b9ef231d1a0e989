import { describe, expect, it } from 'vitest';
import { findMethod } from './find-method.ts';
import { apiDocumentTemplate } from './templates/api-document.ts';

describe('findMethod', () => {
  it.each([
    ['##### 请求方式\n- POST ', 'POST'],
    ['**请求方式：**\n- get', 'GET'],
    ['**请求方式：** DELETE', 'DELETE'],
    ['**Request URL:** `PUT /a`', 'PUT'],
    ['## Method\n\n`PATCH`', 'PATCH'],
    ['###请求方式\n\n\nGET / POST', 'GET'],
    ['`OPTIONS /a/b`', 'OPTIONS'],
    [apiDocumentTemplate('en'), 'POST'],
    [apiDocumentTemplate('zh-cn'), 'POST'],
  ])('of %j returns %s', (markdown, method) => {
    expect(findMethod(markdown)).toBe(method);
  });

  it.each([
    '',
    'How to post a letter',
    '## Method\n\nWe use agile.',
    '```\n**请求方式：** POST\n```',
    '**请求URL：** http://a/post/get',
    `${'x\n'.repeat(5000)}**请求方式：** POST`,
  ])('returns undefined for a page that is not an API document: %j', (markdown) => {
    expect(findMethod(markdown)).toBeUndefined();
  });
});
