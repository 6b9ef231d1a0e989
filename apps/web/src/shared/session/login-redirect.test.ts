import { describe, expect, it } from 'vitest';
import { afterLogin, loginAddress } from './login-redirect.ts';

const search = (redirect: string) => new URLSearchParams({ redirect });

describe('the way back after a login', () => {
  it('holds the path and the query of where the person was', () => {
    expect(loginAddress({ pathname: '/page/7', search: '?unique_key=a&b=c' })).toBe(
      '/user/login?redirect=%2Fpage%2F7%3Funique_key%3Da%26b%3Dc',
    );
  });

  it('leads to a path of our own', () => {
    expect(afterLogin(search('/catalog/5?x=1'))).toBe('/catalog/5?x=1');
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'never leads to %s',
    (redirect) => {
      expect(afterLogin(search(redirect))).toBe('/item/index');
    },
  );

  it('leads to My items when nothing is asked', () => {
    expect(afterLogin(new URLSearchParams())).toBe('/item/index');
  });
});
