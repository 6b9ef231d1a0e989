import type { Calls } from '@octavo/contract';
import type { CallRequest, FileAnswer } from '@octavo/contract/define-call';
import type { Ctx } from '../../http/context.ts';
import { disposition } from '../attachment/file-name.policy.ts';
import { createArchive } from './archive.ts';
import { openSource } from './export-source.ts';
import type { ExportSource } from './export-source.ts';
import { formats } from './formats.ts';
import type { FormatName } from './formats.ts';
import { safeName } from './names.policy.ts';

type Direct = Calls['export']['word'];

function fileName({ name }: ExportSource, format: FormatName): string {
  return safeName(name, 'export') + formats[format].ending;
}

/** The file itself, sent while it is written. */
export async function direct(
  ctx: Ctx<Direct['access']>,
  input: CallRequest<Direct>,
  format: FormatName,
): Promise<FileAnswer> {
  const { deps, repos, grant, language, viewer } = ctx;
  const source = await openSource(repos, grant, input, language);
  const leave = deps.exporter.enter(viewer.uid);
  const archive = createArchive();
  archive.output.once('close', leave);
  try {
    // Nothing else is written than the entry in the audit log.
    await ctx.transaction(async () => {});
  } catch (error) {
    archive.output.destroy();
    throw error;
  }
  const { config, stores, log, exporter } = deps;
  const tools = { exporter, stores, log, siteOrigin: config.publicUrl.origin };
  formats[format].write(archive, source, tools).catch((error: unknown) => {
    if (!archive.output.destroyed) log.error({ err: error }, 'an export failed');
    archive.fail(error);
  });
  return {
    body: archive.output,
    headers: {
      'content-disposition': disposition(false, fileName(source, format)),
      'cache-control': 'private, no-store',
    },
  };
}
