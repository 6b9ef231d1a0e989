import { createHash, createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { languages } from '@octavo/contract/entities';
import { z } from 'zod';

/** Three numbers and, for a pre-release, identifiers like `rc.1`. Its length is limited: it names a folder. */
const VERSION_PATTERN = /^(?=.{1,64}$)\d{1,4}\.\d{1,4}\.\d{1,6}(?:-[\da-z]+(?:\.[\da-z]+)*)?$/;

/** The signed description of the newest release in a feed. */
const manifestSchema = z.object({
  version: z.string().regex(VERSION_PATTERN),
  time: z.iso.datetime(),
  /** A file name in the folder of the feed, never a URL. */
  file: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,100}\.zip$/),
  size: z
    .int()
    .min(1)
    .max(1024 ** 3),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Platform of the release; absent: all platforms. */
  platform: z.string().optional(),
  notes: z.partialRecord(z.enum(languages), z.array(z.string().max(300)).max(30)).default({}),
});
export type Release = z.output<typeof manifestSchema>;

/** The signed bytes and their signature, both in base64. */
const envelopeSchema = z.object({ manifest: z.string(), signature: z.string() });

export type ManifestResult =
  | { readonly release: Release }
  | { readonly fault: 'unsigned' | 'malformed' };

/** DER prefix of an Ed25519 public key. */
const ED25519_SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Creates the key from its 32 raw bytes in base64. */
export function toReleaseKey(text: string): KeyObject {
  const key = Buffer.concat([ED25519_SPKI_PREFIX, Buffer.from(text, 'base64')]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

/** Eight hexadecimal digits that administrators can compare by eye. */
export function keyFingerprint(text: string): string {
  const hex = createHash('sha256').update(Buffer.from(text, 'base64')).digest('hex');
  return `${hex.slice(0, 4)} ${hex.slice(4, 8)}`.toUpperCase();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses the manifest only after its signature was verified. */
export function verifyManifest(text: string, key: KeyObject): ManifestResult {
  const signedManifest = envelopeSchema.safeParse(parseJson(text));
  if (!signedManifest.success) return { fault: 'malformed' };
  const bytes = Buffer.from(signedManifest.data.manifest, 'base64');
  if (!verify(null, bytes, key, Buffer.from(signedManifest.data.signature, 'base64')))
    return { fault: 'unsigned' };
  const parsedManifest = manifestSchema.safeParse(parseJson(bytes.toString('utf8')));
  return parsedManifest.success ? { release: parsedManifest.data } : { fault: 'malformed' };
}

/** Keys that sort as text: numbers by value, before words; a release after all of its pre-releases. */
function sortKeys(version: string): string[] {
  const [numbers = '', preRelease] = version.split(/-(.*)/, 2);
  const keys = [...numbers.split('.'), ...(preRelease?.split('.') ?? [])].map((identifier) =>
    /^\d+$/.test(identifier) ? `0${identifier.padStart(64, '0')}` : `1${identifier}`,
  );
  return preRelease === undefined ? [...keys, '2'] : keys;
}

/** The precedence of Semantic Versioning: 1.9.9, 1.10.0-rc.1, 1.10.0-rc.2, 1.10.0. */
export function isNewer(version: string, than: string): boolean {
  const [keys, otherKeys] = [sortKeys(version), sortKeys(than)];
  const at = keys.findIndex((key, index) => key !== otherKeys[index]);
  return at >= 0 && (keys[at] ?? '') > (otherKeys[at] ?? '');
}
