import { apiDocumentTemplate } from '@octavo/markdown/templates/api-document';
import { expect, it } from 'vitest';
import { fillVariables, prepareRequest, requestOfPage } from './http-request.ts';

const variables = 'base = https://api.test/v2\n# note=x\ntoken=a=b\nempty=';

it('replaces defined variables and leaves undefined ones', () => {
  expect(fillVariables('{{base}}/orders?t={{ token }}&e={{empty}}&x={{other}}', variables)).toBe(
    'https://api.test/v2/orders?t=a=b&e=&x={{other}}',
  );
});

it('does not replace variables inside the value of a variable', () => {
  expect(fillVariables('{{a}}', 'a={{b}}\nb=x')).toBe('{{b}}');
});

it('converts a draft to a request', () => {
  const draft = {
    method: 'POST',
    url: ' {{base}}/orders ',
    headers:
      'Authorization: Bearer {{token}}\n# X-Off: 1\n\nContent-Type: application/json\nbroken',
    body: '{"at":"{{base}}"}',
  };
  expect(prepareRequest(draft, variables)).toEqual({
    url: 'https://api.test/v2/orders',
    method: 'POST',
    headers: [
      ['Authorization', 'Bearer a=b'],
      ['Content-Type', 'application/json'],
    ],
    body: '{"at":"https://api.test/v2"}',
  });
});

it.each(['GET', 'HEAD'])('sends no body with %s', (method) => {
  const draft = { method, url: 'https://a.test', headers: '', body: 'x' };
  expect(prepareRequest(draft, '').body).toBeUndefined();
});

it('reads the request of a page, which may be written from the template', () => {
  const request = requestOfPage(apiDocumentTemplate('en'));
  expect(request).toMatchObject({
    method: 'POST',
    url: 'https://api.example.com/v1/users',
    headers: 'Authorization: ',
  });
  expect(JSON.parse(request?.body ?? '')).toEqual({
    username: 'mei.lin',
    email: 'mei.lin@example.com',
  });
  expect(requestOfPage('`GET /orders`\n\nLists the orders.')).toEqual({
    method: 'GET',
    url: '/orders',
    headers: '',
    body: '',
  });
  expect(requestOfPage('# Guide')).toBeUndefined();
});
