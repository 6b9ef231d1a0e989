import type { Readable } from 'node:stream';
import { paths } from '@octavo/contract/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admitToItem } from '../../access/gate.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Mount } from '../../http/mount-calls.ts';
import { visitOf } from '../reader/visit.ts';
import type { Visit } from '../reader/visit.ts';
import { servedType } from './file-kind.ts';
import { rangeOf } from './byte-range.policy.ts';
import { disposition } from './file-name.policy.ts';
import { readablePlaces } from './may-read.ts';
import { proven } from './proven.ts';
import { smallerCopy } from './served-copy.ts';
import { sharedPageOf } from './share-files.ts';
import { openStored } from './stored-object.ts';
import type { ByteRange, Storage } from './storage/storage.ts';

type StoredFile = NonNullable<Awaited<ReturnType<Repositories['attachments']['findByKey']>>>;

const KEY = /^[0-9a-f]{32}$/;

/** The uploader and all users who may read one of its pages have access; the site logo is public. */
async function mayRead(
  { file_id, uid }: StoredFile,
  { viewer, client }: Visit,
  request: FastifyRequest,
  deps: Deps,
): Promise<boolean> {
  if (viewer.kind === 'user' && viewer.uid === uid) return true;
  if ((await deps.settings.get()).logo_file === file_id) return true;
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

/** The headers prevent uploaded content from running scripts in the origin of the site. */
function headersOf({ file_key, file_type, display_name }: StoredFile, isDownload: boolean) {
  const { type, isShown, isFramed } = servedType(file_type);
  return {
    'content-type': type,
    // The PDF preview is an iframe of this site; other sites must not embed the file.
    ...(isFramed && { 'x-frame-options': 'SAMEORIGIN' }),
    'content-disposition': disposition(isShown && !isDownload, display_name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    // Browsers revalidate every time, so that revoked access takes effect at once; unchanged files get a 304.
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Authorization',
    etag: `"${file_key}"`,
  };
}

/** Headers that describe the body and must not be sent with an error response. */
const OF_BYTES = [
  'content-type',
  'content-disposition',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
];

/** Verifies the hash of files from a remote store, which is not possible for a byte range. */
async function openIn(
  store: Storage,
  file: StoredFile,
  range: ByteRange | undefined,
  { log }: Deps,
): Promise<Readable | undefined> {
  const { object_key, file_size } = file;
  if (store.openForResponse)
    return store.openForResponse(object_key, range ?? { start: 0, end: file_size - 1 });
  const bytes = await store.open(object_key, range);
  return bytes && !range ? proven(bytes, file, log) : bytes;
}

/** Redirects to the store if browsers can reach it, otherwise streams the file through the server. */
async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  deps: Deps,
) {
  const { stores, fileVisits } = deps;
  const headers = reply.getHeaders();
  const storage = await stores.of(file.store);
  const { file_size } = file;
  const range = rangeOf(request.headers, String(headers['etag']), file_size);
  if (range === 'none')
    return reply.status(416).header('content-range', `bytes */${file_size}`).send();
  const length = range ? range.end - range.start + 1 : file_size;
  if (request.method === 'GET') fileVisits.count(file, length);
  // The Content-Security-Policy of the site does not allow requests and frames of other origins.
  const isEmbedded = (request.query as { embed?: unknown }).embed !== undefined;
  const address = isEmbedded
    ? undefined
    : storage.address?.(file.object_key, {
        type: String(headers['content-type']),
        disposition: String(headers['content-disposition']),
      });
  if (address !== undefined)
    return reply.header('cache-control', 'no-store').redirect(address, 302);
  reply.headers({ 'content-length': length, 'accept-ranges': 'bytes' });
  if (range)
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file_size}`);
  const bytes = await openStored(file, stores, (store) => openIn(store, file, range, deps));
  if (!bytes) throw new Error('a file is missing in its store');
  return reply.send(bytes);
}

/** Serves uploaded files. Unknown files and denied access get the same response. */
export function serveFiles(app: FastifyInstance, mount: Mount): void {
  const { deps } = mount;
  const { repos } = deps;
  // Compressed responses have no content length, and ranges would not work.
  app.get(paths.file.pattern, { compress: false }, async (request, reply) => {
    const { key } = request.params as { key: string };
    const found = KEY.test(key) ? await repos.attachments.findByKey(key) : undefined;
    const visit = await visitOf(request, reply, mount);
    if (!found || !(await mayRead(found, visit, request, deps))) return reply.callNotFound();
    const query = request.query as { w?: unknown; download?: unknown };
    const file = (await smallerCopy(found, query.w, repos)) ?? found;
    const headers = headersOf(file, query.download !== undefined);
    reply.headers(headers);
    if (request.headers['if-none-match']?.includes(headers.etag)) return reply.status(304).send();
    try {
      return await sendBytes(request, reply, file, deps);
    } catch (error) {
      request.log.error({ err: error, file_id: file.file_id }, 'a file cannot be read');
      for (const name of OF_BYTES) reply.removeHeader(name);
      throw new AppError('unavailable');
    }
  });
}
