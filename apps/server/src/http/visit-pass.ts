import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sealer } from '../secrets.ts';

const LIFE_MS = 24 * 3600 * 1000;
const MOST = 20;

const sealedPass = z.object({ item_id: z.int(), version: z.int(), expires: z.number() });
type Pass = z.output<typeof sealedPass>;

/** A visit pass shows that the browser has sent an item's visit password: one encrypted cookie per item, for a day. */
export function createVisitPasses(parts: { sealer: Sealer; secure: boolean; now(): Date }) {
  const { sealer, secure, now } = parts;
  const prefix = secure ? '__Host-octavo-visit-' : 'octavo-visit-';
  const flags = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;

  function open(value: string | undefined): Pass | undefined {
    const opened = value === undefined ? undefined : sealer.open(value);
    if (opened === undefined) return undefined;
    const pass = sealedPass.parse(JSON.parse(opened));
    return pass.expires > now().getTime() ? pass : undefined;
  }

  return {
    /** The password version that this browser's pass was issued for. */
    read(request: FastifyRequest, itemId: number): number | undefined {
      const pass = open(request.cookies[`${prefix}${itemId}`]);
      return pass?.item_id === itemId ? pass.version : undefined;
    },
    give(request: FastifyRequest, reply: FastifyReply, itemId: number, version: number): void {
      const expires = now().getTime() + LIFE_MS;
      const sealed = sealer.seal(JSON.stringify({ item_id: itemId, version, expires }));
      reply.setCookie(`${prefix}${itemId}`, sealed, { ...flags, maxAge: LIFE_MS / 1000 });
      // Browsers send every cookie with each request, so only the newest passes are retained.
      const held = Object.entries(request.cookies)
        .filter(([name]) => name.startsWith(prefix) && name !== `${prefix}${itemId}`)
        .map(([name, value]) => ({ name, expires: open(value)?.expires ?? 0 }))
        .toSorted((a, b) => b.expires - a.expires);
      for (const { name } of held.slice(MOST - 1)) reply.clearCookie(name, flags);
    },
  };
}

export type VisitPasses = ReturnType<typeof createVisitPasses>;
