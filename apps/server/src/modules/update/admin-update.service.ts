import type { Calls } from '@octavo/contract';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../http/context.ts';
import { VERSION } from '../../version.ts';
import { readFeed } from './ask-feed.ts';
import { operatorCommand } from './operator-command.ts';
import { isNewer, judge, keyMark, releaseKey } from './release.policy.ts';
import type { Release } from './release.policy.ts';
import { isStaged, stageRelease, switchTo } from './stage-release.ts';

type AdminUpdate = Calls['adminUpdate'];
type Admin = Ctx<AdminUpdate['checkUpdate']['access']>;

/** File in the feed that describes the newest release. It is only trusted if its signature is valid. */
const LATEST = 'latest.json';

const MOST_RELEASES = 20;

const NONE = {
  new_version: '',
  release_time: null,
  file_size: 0,
  notes: [] as string[],
  is_staged: false,
};

async function findRelease({ config, log }: Deps) {
  const { update } = config;
  if (!update) return { fault: '' } as const;
  let text: string;
  try {
    text = await readFeed(update.feed, LATEST);
  } catch (error) {
    log.warn({ err: error }, 'update feed');
    return { fault: 'unreachable' } as const;
  }
  const judged = judge(text, releaseKey(update.key));
  if ('fault' in judged) return judged;
  const { release } = judged;
  if (!isNewer(release.version, VERSION)) return { fault: 'older' } as const;
  if (release.platform && release.platform !== `${process.platform}-${process.arch}`)
    return { fault: 'platform' } as const;
  return { fault: '', release } as const;
}

async function describe(release: Release, { deps, language }: Admin) {
  const { home } = deps.config;
  return {
    new_version: release.version,
    release_time: release.time,
    file_size: release.size,
    notes: release.notes[language] ?? release.notes.en ?? [],
    is_staged: home !== undefined && (await isStaged(home, release.version)),
  };
}

/** Information about this installation, available without a request to the feed. */
function present({ update, home }: Deps['config']) {
  return {
    version: VERSION,
    is_feed_set: update !== undefined,
    is_launched: home !== undefined,
    command: home === undefined ? operatorCommand() : '',
    key: update ? keyMark(update.key) : '',
  };
}

export async function history({ deps, repos }: Admin) {
  const [check, list, backup] = await Promise.all([
    repos.releases.findCheck(),
    repos.releases.list(MOST_RELEASES),
    repos.backups.findLast(),
  ]);
  return {
    ...present(deps.config),
    check: check ?? null,
    backup_time: backup && backup.error === '' ? backup.addtime : null,
    list,
  };
}

export async function checkUpdate(ctx: Admin) {
  const { config } = ctx.deps;
  const found = await findRelease(ctx.deps);
  const release = 'release' in found ? found.release : undefined;
  // It is not an error that the feed has no newer release.
  const fault = found.fault === 'older' ? ('' as const) : found.fault;
  if (config.update) await ctx.repos.releases.saveCheck(release?.version ?? '', fault);
  return {
    ...present(config),
    url: '',
    file_url: '',
    fault,
    ...(release ? await describe(release, ctx) : NONE),
  };
}

/** Reads the feed again, because it may have changed since the last check. */
async function stage({ deps }: Admin) {
  const { update, home } = deps.config;
  if (!update || !home) return { version: '', fault: 'notLaunched' as const };
  const found = await findRelease(deps);
  if (!('release' in found)) return { version: '', fault: found.fault };
  const fault = await stageRelease(update.feed, found.release, home);
  return { version: found.release.version, fault };
}

export async function download(ctx: Admin) {
  const { version, fault } = await stage(ctx);
  ctx.note({ facts: { version, fault } });
  // An empty transaction, which writes the audit entry of the attempt.
  await ctx.transaction(async () => {});
  return { is_staged: version !== '' && fault === '', fault };
}

/** A staged release can only be used while the feed still offers it. */
async function findStaged({ deps }: Admin) {
  const { home } = deps.config;
  if (!home) return { fault: 'notLaunched' as const, command: operatorCommand() };
  const found = await findRelease(deps);
  if ('release' in found && (await isStaged(home, found.release.version)))
    return { fault: '' as const, command: '', home, version: found.release.version };
  return { fault: 'notStaged' as const, command: '' };
}

export async function updateFiles(ctx: Admin) {
  const { fault, command, ...staged } = await findStaged(ctx);
  const { home, version } = staged;
  ctx.note({ facts: { version: version ?? '', fault } });
  const { username } = ctx.viewer;
  await ctx.transaction(async ({ repos }) => {
    if (home === undefined || version === undefined) return;
    await repos.releases.insertOrdered(version, username);
    await switchTo(home, version);
  });
  return { is_switched: fault === '', fault, command };
}
