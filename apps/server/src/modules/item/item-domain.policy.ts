import { reservedWords } from '@octavo/contract/paths';
import { AppError } from '../../app-error.ts';

/** A domain has 1 to 30 letters and digits, is not a number (those are ids) and is not a reserved path. */
export function assertDomain(domain: string): void {
  if (domain === '') return;
  const wellFormed = /^[A-Za-z0-9]{1,30}$/.test(domain) && !/^\d+$/.test(domain);
  if (!wellFormed || reservedWords.has(domain.toLowerCase())) throw new AppError('domainInvalid');
}
