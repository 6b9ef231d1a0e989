import type { Readable } from 'node:stream';
import { paths } from '@octavo/contract/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorizeItem } from '../../access/authorize.ts';
import { itemLimit } from '../../access/token-limits.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { HttpDeps } from '../../http/mount-calls.ts';
import { resolveVisit } from '../../http/visit.ts';
import type { Visit } from '../../http/visit.ts';
import { toServedType } from './file-kind.ts';
import { parseRange } from '../storage/byte-range.policy.ts';
import { contentDisposition } from '../storage/file-name.policy.ts';
import { filterReadable } from '../page/readable-locations.ts';
import { verifyHashStream } from '../storage/verify-hash-stream.ts';
import { findPictureVariant } from '../picture/find-picture-variant.ts';
import { findSharedPage } from '../page/share-token.ts';
import { openStoredObject } from '../storage/stored-object.ts';
import type { ByteRange, Storage } from '../storage/storage.ts';
import { pageFileRepository } from '../page/page-file.repository.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';

type StoredFile = NonNullable<
  Awaited<ReturnType<ReturnType<typeof attachmentRepository>['findByKey']>>
>;

const KEY_PATTERN = /^[0-9a-f]{32}$/;

/**
 * The uploader, everyone who may read one of its pages, and visitors of a shared page with a valid token have access; the
 * site logo is public. Checked on every request.
 */
async function mayRead(
  { file_id, uid }: StoredFile,
  { viewer, client }: Visit,
  request: FastifyRequest,
  deps: Deps,
): Promise<boolean> {
  if (viewer.kind === 'user' && viewer.uid === uid && !itemLimit(viewer)) return true;
  if ((await deps.settings.get()).logo_file === file_id) return true;
  const pageFiles = pageFileRepository(deps.db);
  const { s } = request.query as { s?: unknown };
  const sharedPageId = typeof s === 'string' ? await findSharedPage(s, deps) : undefined;
  if (sharedPageId !== undefined && (await pageFiles.isLinked(sharedPageId, file_id))) return true;
  const subject = { viewer, visitPass: client.visitPass };
  const readableLocations = await filterReadable(
    await pageFiles.listLocations([file_id]),
    (itemId) => authorizeItem(subject, 'view', itemId, deps),
  );
  return readableLocations.length > 0;
}

/** The headers prevent uploaded content from running scripts in the origin of the site. */
function responseHeaders({ file_key, file_type, display_name }: StoredFile, isDownload: boolean) {
  const { type, isInline, isFrameable } = toServedType(file_type);
  return {
    'content-type': type,
    // The PDF preview is an iframe of this site; other sites must not embed the file.
    ...(isFrameable && { 'x-frame-options': 'SAMEORIGIN' }),
    'content-disposition': contentDisposition(isInline && !isDownload, display_name),
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
const BODY_HEADERS = [
  'content-type',
  'content-disposition',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
];

/** Verifies the hash of files from a remote store, which is not possible for a byte range. */
async function openForReply(
  store: Storage,
  file: StoredFile,
  range: ByteRange | undefined,
  { log }: Deps,
): Promise<Readable | undefined> {
  const { object_key, file_size } = file;
  if (store.openForResponse)
    return store.openForResponse(object_key, range ?? { start: 0, end: file_size - 1 });
  const bytes = await store.open(object_key, range);
  return bytes && !range ? verifyHashStream(bytes, file, log) : bytes;
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
  const storage = await stores.get(file.store);
  const { file_size } = file;
  const range = parseRange(request.headers, String(headers['etag']), file_size);
  if (range === 'none')
    return reply.status(416).header('content-range', `bytes */${file_size}`).send();
  const length = range ? range.end - range.start + 1 : file_size;
  if (request.method === 'GET') fileVisits.count(file, length);
  // The Content-Security-Policy of the site does not allow requests and frames of other origins.
  const isEmbedded = (request.query as { embed?: unknown }).embed !== undefined;
  const redirectUrl = isEmbedded
    ? undefined
    : await storage.presignedUrl?.(file.object_key, {
        type: String(headers['content-type']),
        disposition: String(headers['content-disposition']),
      });
  if (redirectUrl !== undefined)
    return reply.header('cache-control', 'no-store').redirect(redirectUrl, 302);
  reply.headers({ 'content-length': length, 'accept-ranges': 'bytes' });
  if (range)
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file_size}`);
  const bytes = await openStoredObject(file, stores, (store) =>
    openForReply(store, file, range, deps),
  );
  if (!bytes) throw new Error('the object of a file is missing in its store');
  return reply.send(bytes);
}

/** Serves uploaded files. Unknown files and denied access get the same response. */
export function serveFiles(app: FastifyInstance, mount: HttpDeps): void {
  const { deps } = mount;
  const { db } = deps;
  // Compressed responses have no content length, and ranges would not work.
  app.get(paths.file.pattern, { compress: false }, async (request, reply) => {
    const { key } = request.params as { key: string };
    const original = KEY_PATTERN.test(key)
      ? await attachmentRepository(db).findByKey(key)
      : undefined;
    const visit = await resolveVisit(request, reply, mount, 'read');
    if (!original || !(await mayRead(original, visit, request, deps))) return reply.callNotFound();
    const query = request.query as { w?: unknown; download?: unknown };
    const file = (await findPictureVariant(original, query.w, db)) ?? original;
    const headers = responseHeaders(file, query.download !== undefined);
    reply.headers(headers);
    if (request.headers['if-none-match']?.includes(headers.etag)) return reply.status(304).send();
    try {
      return await sendBytes(request, reply, file, deps);
    } catch (error) {
      request.log.error({ err: error, file_id: file.file_id }, 'reading a file failed');
      for (const name of BODY_HEADERS) reply.removeHeader(name);
      throw new AppError('unavailable');
    }
  });
}
