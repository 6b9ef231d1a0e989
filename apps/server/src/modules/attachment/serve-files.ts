import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admitToItem, passGate } from '../../access/gate.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Mount } from '../../http/mount-calls.ts';
import { visitOf } from '../reader/visit.ts';
import type { Visit } from '../reader/visit.ts';
import { servedType } from './file-kind.ts';
import { disposition } from './file-name.policy.ts';
import { sharedPageOf } from './share-files.ts';

type StoredFile = NonNullable<Awaited<ReturnType<Repositories['attachments']['findByKey']>>>;

const KEY = /^[0-9a-f]{32}$/;

async function isAdmitted(door: () => Promise<boolean>): Promise<boolean> {
  try {
    return await door();
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Whoever uploaded it, and whoever may read its page; before there is a page, whoever sees the whole item. */
async function mayRead(
  file: StoredFile,
  { viewer, client }: Visit,
  request: FastifyRequest,
  deps: Deps,
): Promise<boolean> {
  if (viewer.kind === 'user' && viewer.uid === file.uid) return true;
  const { s } = request.query as { s?: unknown };
  const { page_id, item_id } = file;
  if (typeof s === 'string' && page_id > 0 && (await sharedPageOf(s, deps)) === page_id)
    return true;
  const comer = { viewer, visitPass: client.visitPass };
  return isAdmitted(async () => {
    if (page_id === 0) return (await admitToItem(comer, 'view', item_id, deps)).view === 'all';
    await passGate(comer, calls.page.uploadList, { page_id }, deps);
    return true;
  });
}

/** Nothing in a file may act in the site's name, whatever it holds. */
function headersOf({ file_key, file_type, display_name }: StoredFile) {
  const { type, isShown } = servedType(file_type);
  return {
    'content-type': type,
    'content-disposition': disposition(isShown, display_name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    // Asked again each time, so that a right taken away ends at once; the bytes are sent only once.
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Authorization',
    etag: `"${file_key}"`,
  };
}

/** Uploaded files. An unknown one and one that is not for the asker are the same answer. */
export function serveFiles(app: FastifyInstance, mount: Mount): void {
  const { deps } = mount;
  app.get(paths.file.pattern, async (request, reply) => {
    const { key } = request.params as { key: string };
    const file = KEY.test(key) ? await deps.repos.attachments.findByKey(key) : undefined;
    const visit = await visitOf(request, reply, mount);
    if (!file || !(await mayRead(file, visit, request, deps))) return reply.callNotFound();
    const headers = headersOf(file);
    if (request.headers['if-none-match'] === headers.etag)
      return reply.headers(headers).status(304).send();
    const bytes = await deps.storage.get(key);
    if (!bytes) {
      request.log.error({ file_id: file.file_id }, 'a file is missing in its store');
      return reply.callNotFound();
    }
    if (request.method === 'GET') await deps.repos.attachments.countVisit(file.file_id);
    return reply.headers(headers).send(bytes);
  });
}
