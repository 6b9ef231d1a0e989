import { reservedWords } from '@octavo/contract/paths';

/** What keeps a word from being an item's address, as far as the server need not be asked. */
export function domainProblem(
  domain: string,
): 'errors.domainInvalid' | 'item.domainDigits' | 'item.domainReserved' | undefined {
  if (domain === '') return undefined;
  if (!/^[A-Za-z0-9]{1,30}$/.test(domain)) return 'errors.domainInvalid';
  if (/^\d+$/.test(domain)) return 'item.domainDigits';
  return reservedWords.has(domain.toLowerCase()) ? 'item.domainReserved' : undefined;
}
