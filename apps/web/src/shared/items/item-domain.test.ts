import { describe, expect, it } from 'vitest';
import { domainProblem } from './item-domain.ts';

describe('a personal domain', () => {
  it.each(['', 'payments', 'Payments2', '2fa', 'a', 'x'.repeat(30)])('may be "%s"', (domain) => {
    expect(domainProblem(domain)).toBeUndefined();
  });

  it.each(['pay-ments', 'pay ments', '支付', 'a/b', 'a.b', 'x'.repeat(31)])(
    'is letters and digits only, so not "%s"',
    (domain) => {
      expect(domainProblem(domain)).toBe('errors.domainInvalid');
    },
  );

  it('is not a number, which would be the address of an item', () => {
    expect(domainProblem('1024')).toBe('item.domainDigits');
  });

  it.each(['user', 'API', 'page', 'Demo'])('is not "%s", a word of the site itself', (domain) => {
    expect(domainProblem(domain)).toBe('item.domainReserved');
  });
});
