import { reservedWords } from '@octavo/contract/paths';
import { AppError } from '../../app-error.ts';

/** Letters and digits, 1 to 30, never digits alone (those are ids), never a word of our own paths. */
export function assertDomain(domain: string): void {
  if (domain === '') return;
  const wellFormed = /^[A-Za-z0-9]{1,30}$/.test(domain) && !/^\d+$/.test(domain);
  if (!wellFormed || reservedWords.has(domain.toLowerCase())) throw new AppError('domainInvalid');
}
