import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cipher } from '../secrets.ts';

const TTL_MS = 24 * 3600 * 1000;
const MAX_PASSES = 20;

const passSchema = z.object({ item_id: z.int(), version: z.int(), expires: z.number() });
type Pass = z.output<typeof passSchema>;

/** A visit pass shows that the browser has sent an item's visit password: one encrypted cookie per item, for a day. */
export function createVisitPasses(parts: { cipher: Cipher; secure: boolean; now(): Date }) {
  const { cipher, secure, now } = parts;
  const prefix = secure ? '__Host-octavo-visit-' : 'octavo-visit-';
  const flags = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;

  function decryptPass(value: string | undefined): Pass | undefined {
    const decrypted = value === undefined ? undefined : cipher.decrypt(value);
    if (decrypted === undefined) return undefined;
    const pass = passSchema.parse(JSON.parse(decrypted));
    return pass.expires > now().getTime() ? pass : undefined;
  }

  return {
    /** The password version that this browser's pass was issued for. */
    read(request: FastifyRequest, itemId: number): number | undefined {
      const pass = decryptPass(request.cookies[`${prefix}${itemId}`]);
      return pass?.item_id === itemId ? pass.version : undefined;
    },
    grant(request: FastifyRequest, reply: FastifyReply, itemId: number, version: number): void {
      const expires = now().getTime() + TTL_MS;
      const encrypted = cipher.encrypt(JSON.stringify({ item_id: itemId, version, expires }));
      reply.setCookie(`${prefix}${itemId}`, encrypted, { ...flags, maxAge: TTL_MS / 1000 });
      // Browsers send every cookie with each request, so only the newest passes are retained.
      const otherPasses = Object.entries(request.cookies)
        .filter(([name]) => name.startsWith(prefix) && name !== `${prefix}${itemId}`)
        .map(([name, value]) => ({ name, expires: decryptPass(value)?.expires ?? 0 }))
        .toSorted((a, b) => b.expires - a.expires);
      for (const { name } of otherPasses.slice(MAX_PASSES - 1)) reply.clearCookie(name, flags);
    },
  };
}

export type VisitPasses = ReturnType<typeof createVisitPasses>;
