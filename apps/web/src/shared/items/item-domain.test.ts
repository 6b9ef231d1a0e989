import { describe, expect, it } from 'vitest';
import { domainProblem } from './item-domain.ts';

describe('an item domain', () => {
  it.each(['', 'payments', 'Payments2', '2fa', 'a', 'x'.repeat(30)])('may be "%s"', (domain) => {
    expect(domainProblem(domain)).toBeUndefined();
  });

  it.each(['pay-ments', 'pay ments', '支付', 'a/b', 'a.b', 'x'.repeat(31)])(
    'has letters and digits only, so not "%s"',
    (domain) => {
      expect(domainProblem(domain)).toBe('errors.domainInvalid');
    },
  );

  it('cannot be a number, because that is the URL of another item', () => {
    expect(domainProblem('1024')).toBe('item.domainDigits');
  });

  it.each(['user', 'API', 'page', 'Demo'])('cannot be the reserved word "%s"', (domain) => {
    expect(domainProblem(domain)).toBe('item.domainReserved');
  });
});
