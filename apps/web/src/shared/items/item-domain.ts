import { reservedWords } from '@octavo/contract/paths';
import { DOMAIN_PATTERN } from '@octavo/contract/patterns';

/** Validates an item domain as far as this is possible without the server; returns the text key of the error. */
export function validateDomain(
  domain: string,
): 'errors.domainInvalid' | 'item.domainDigits' | 'item.domainReserved' | undefined {
  if (domain === '') return undefined;
  if (!DOMAIN_PATTERN.test(domain)) return 'errors.domainInvalid';
  if (/^\d+$/.test(domain)) return 'item.domainDigits';
  return reservedWords.has(domain.toLowerCase()) ? 'item.domainReserved' : undefined;
}
