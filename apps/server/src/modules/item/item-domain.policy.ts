import { reservedWords } from '@octavo/contract/paths';
import { DOMAIN_PATTERN } from '@octavo/contract/patterns';
import { AppError } from '../../app-error.ts';

/** A domain has 1 to 30 letters and digits, is not a number (those are ids) and is not a reserved path. */
export function assertDomain(domain: string): void {
  if (domain === '') return;
  const wellFormed = DOMAIN_PATTERN.test(domain) && !/^\d+$/.test(domain);
  if (!wellFormed || reservedWords.has(domain.toLowerCase())) throw new AppError('domainInvalid');
}
