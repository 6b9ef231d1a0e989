import type { Work } from '../../http/context.ts';
import type { Deps } from '../../deps.ts';
import { publishSettings } from './settings.ts';

/** Invalidates the cached settings in every process after the commit. */
export function forgetSettings(
  work: Pick<Work, 'afterCommit'>,
  { deps }: { readonly deps: Pick<Deps, 'bus'> },
): void {
  work.afterCommit(() => publishSettings(deps.bus));
}
