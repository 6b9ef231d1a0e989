import type { Calls } from '@octavo/contract';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../http/context.ts';
import { VERSION } from '../../version.ts';
import { readFeedText } from './update-feed.ts';
import { operatorCommand } from './operator-command.ts';
import { isNewer, verifyManifest, keyFingerprint, toReleaseKey } from './release.policy.ts';
import type { Release } from './release.policy.ts';
import { isStaged, stageRelease, switchRelease } from './stage-release.ts';
import { releaseRepository } from './release.repository.ts';
import { backupRecordRepository } from '../backup/backup-record.repository.ts';

type AdminUpdate = Calls['adminUpdate'];
type AdminCtx = Ctx<AdminUpdate['checkUpdate']['access']>;

/** File in the feed that describes the newest release. It is only trusted if its signature is valid. */
const LATEST_FILE = 'latest.json';

const MAX_RELEASES = 20;

const NO_RELEASE = {
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
    text = await readFeedText(update.feed, LATEST_FILE);
  } catch (error) {
    log.warn({ err: error }, 'update feed failed');
    return { fault: 'unreachable' } as const;
  }
  const result = verifyManifest(text, toReleaseKey(update.key));
  if ('fault' in result) return result;
  const { release } = result;
  if (!isNewer(release.version, VERSION)) return { fault: 'older' } as const;
  if (release.platform && release.platform !== `${process.platform}-${process.arch}`)
    return { fault: 'platform' } as const;
  return { fault: '', release } as const;
}

async function toReleaseInfo(release: Release, { deps, language }: AdminCtx) {
  const { releasesDir } = deps.config;
  return {
    new_version: release.version,
    release_time: release.time,
    file_size: release.size,
    notes: release.notes[language] ?? release.notes.en ?? [],
    is_staged: releasesDir !== undefined && (await isStaged(releasesDir, release.version)),
  };
}

/** Information about this installation, available without a request to the feed. */
function installationInfo({ update, releasesDir }: Deps['config']) {
  return {
    version: VERSION,
    is_feed_set: update !== undefined,
    is_launched: releasesDir !== undefined,
    command: releasesDir === undefined ? operatorCommand() : '',
    key: update ? keyFingerprint(update.key) : '',
  };
}

export async function history({ deps, db }: Ctx<AdminUpdate['history']['access']>) {
  const [check, list, backup] = await Promise.all([
    releaseRepository(db).findCheck(),
    releaseRepository(db).list(MAX_RELEASES),
    backupRecordRepository(db).findLast(),
  ]);
  return {
    ...installationInfo(deps.config),
    check: check ?? null,
    backup_time: backup && backup.error === '' ? backup.addtime : null,
    list,
  };
}

export async function checkUpdate(ctx: AdminCtx) {
  const { config } = ctx.deps;
  const latest = await findRelease(ctx.deps);
  const release = 'release' in latest ? latest.release : undefined;
  // It is not an error that the feed has no newer release.
  const fault = latest.fault === 'older' ? ('' as const) : latest.fault;
  if (config.update) await releaseRepository(ctx.db).saveCheck(release?.version ?? '', fault);
  return {
    ...installationInfo(config),
    url: '',
    file_url: '',
    fault,
    ...(release ? await toReleaseInfo(release, ctx) : NO_RELEASE),
  };
}

/** Reads the feed again, because it may have changed since the last check. */
async function stageLatest({ deps }: AdminCtx) {
  const { update, releasesDir } = deps.config;
  if (!update || !releasesDir) return { version: '', fault: 'notLaunched' as const };
  const latest = await findRelease(deps);
  if (!('release' in latest)) return { version: '', fault: latest.fault };
  const fault = await stageRelease(update.feed, latest.release, releasesDir);
  return { version: latest.release.version, fault };
}

export async function download(ctx: AdminCtx) {
  const { version, fault } = await stageLatest(ctx);
  ctx.note({ facts: { version, fault } });
  // An empty transaction, which writes the audit entry of the attempt.
  await ctx.transaction(async () => {});
  return { is_staged: version !== '' && fault === '', fault };
}

/** A staged release can only be used while the feed still offers it. */
async function findStaged({ deps }: AdminCtx) {
  const { releasesDir } = deps.config;
  if (!releasesDir) return { fault: 'notLaunched' as const, command: operatorCommand() };
  const latest = await findRelease(deps);
  if ('release' in latest && (await isStaged(releasesDir, latest.release.version)))
    return { fault: '' as const, command: '', home: releasesDir, version: latest.release.version };
  return { fault: 'notStaged' as const, command: '' };
}

export async function updateFiles(ctx: AdminCtx) {
  const { fault, command, ...staged } = await findStaged(ctx);
  const { home: releasesDir, version } = staged;
  ctx.note({ facts: { version: version ?? '', fault } });
  const { username } = ctx.viewer;
  await ctx.transaction(async ({ db }) => {
    if (releasesDir === undefined || version === undefined) return;
    await releaseRepository(db).insertRequested(version, username);
    await switchRelease(releasesDir, version);
  });
  return { is_switched: fault === '', fault, command };
}
