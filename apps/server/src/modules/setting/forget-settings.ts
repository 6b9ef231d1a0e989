import type { Work } from '../../http/context.ts';
import type { Deps } from '../../deps.ts';
import { publishSettings } from './settings.ts';

/** Every process, this one too, asks anew from now on. */
export function forgetSettings(
  work: Pick<Work, 'afterCommit'>,
  { deps }: { readonly deps: Pick<Deps, 'bus'> },
): void {
  work.afterCommit(() => publishSettings(deps.bus));
}
