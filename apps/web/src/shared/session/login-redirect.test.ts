import { describe, expect, it } from 'vitest';
import { targetAfterLogin, loginUrl } from './login-redirect.ts';

const search = (redirect: string) => new URLSearchParams({ redirect });

describe('the redirect after a login', () => {
  it('contains the path and query of the current screen', () => {
    expect(loginUrl({ pathname: '/page/7', search: '?unique_key=a&b=c' })).toBe(
      '/user/login?redirect=%2Fpage%2F7%3Funique_key%3Da%26b%3Dc',
    );
  });

  it('goes to a local path', () => {
    expect(targetAfterLogin(search('/catalog/5?x=1'))).toBe('/catalog/5?x=1');
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'never goes to %s',
    (redirect) => {
      expect(targetAfterLogin(search(redirect))).toBe('/item/index');
    },
  );

  it('goes to My items without a redirect parameter', () => {
    expect(targetAfterLogin(new URLSearchParams())).toBe('/item/index');
  });
});
