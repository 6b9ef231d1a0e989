import type { UnitOfWork } from '../../http/context.ts';
import type { Deps } from '../../deps.ts';
import { publishSettingsChange } from './settings.ts';

/** Invalidates the cached settings in every process after the commit. */
export function invalidateSettings(
  work: Pick<UnitOfWork, 'afterCommit'>,
  { deps }: { readonly deps: Pick<Deps, 'bus'> },
): void {
  work.afterCommit(() => publishSettingsChange(deps.bus));
}
