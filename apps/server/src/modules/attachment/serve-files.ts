import { paths } from '@octavo/contract/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admitToItem } from '../../access/gate.ts';
import type { Deps } from '../../deps.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Mount } from '../../http/mount-calls.ts';
import { visitOf } from '../reader/visit.ts';
import type { Visit } from '../reader/visit.ts';
import { servedType } from './file-kind.ts';
import { disposition } from './file-name.policy.ts';
import { readablePlaces } from './may-read.ts';
import { smallerCopy } from './served-copy.ts';
import { sharedPageOf } from './share-files.ts';

type StoredFile = NonNullable<Awaited<ReturnType<Repositories['attachments']['findByKey']>>>;

const KEY = /^[0-9a-f]{32}$/;

/** Whoever uploaded it, and whoever may read a page that it belongs to; asked at each visit. */
async function mayRead(
  { file_id, uid }: StoredFile,
  { viewer, client }: Visit,
  request: FastifyRequest,
  deps: Deps,
): Promise<boolean> {
  if (viewer.kind === 'user' && viewer.uid === uid) return true;
  const { pageFiles } = deps.repos;
  const { s } = request.query as { s?: unknown };
  const shared = typeof s === 'string' ? await sharedPageOf(s, deps) : undefined;
  if (shared !== undefined && (await pageFiles.belongs(shared, file_id))) return true;
  const comer = { viewer, visitPass: client.visitPass };
  const open = await readablePlaces(await pageFiles.listPlaces([file_id]), (itemId) =>
    admitToItem(comer, 'view', itemId, deps),
  );
  return open.length > 0;
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
    const found = KEY.test(key) ? await deps.repos.attachments.findByKey(key) : undefined;
    const visit = await visitOf(request, reply, mount);
    if (!found || !(await mayRead(found, visit, request, deps))) return reply.callNotFound();
    const { w } = request.query as { w?: unknown };
    const file = (await smallerCopy(found, w, deps.repos)) ?? found;
    const headers = headersOf(file);
    if (request.headers['if-none-match'] === headers.etag)
      return reply.headers(headers).status(304).send();
    const bytes = await deps.storage.get(file.object_key);
    if (!bytes) {
      request.log.error({ file_id: file.file_id }, 'a file is missing in its store');
      return reply.callNotFound();
    }
    if (request.method === 'GET') await deps.repos.attachments.countVisit(file.file_id);
    return reply.headers(headers).send(bytes);
  });
}
