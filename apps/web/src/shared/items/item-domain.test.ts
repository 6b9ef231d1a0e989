import { describe, expect, it } from 'vitest';
import { validateDomain } from './item-domain.ts';

describe('an item domain', () => {
  it.each(['', 'payments', 'Payments2', '2fa', 'a', 'x'.repeat(30)])('may be "%s"', (domain) => {
    expect(validateDomain(domain)).toBeUndefined();
  });

  it.each(['pay-ments', 'pay ments', '支付', 'a/b', 'a.b', 'x'.repeat(31)])(
    'has letters and digits only, so not "%s"',
    (domain) => {
      expect(validateDomain(domain)).toBe('errors.domainInvalid');
    },
  );

  it('cannot be a number, because that is the URL of another item', () => {
    expect(validateDomain('1024')).toBe('item.domainDigits');
  });

  it.each(['user', 'API', 'page', 'Demo'])('cannot be the reserved word "%s"', (domain) => {
    expect(validateDomain(domain)).toBe('item.domainReserved');
  });
});
