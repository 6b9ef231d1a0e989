import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';

const SCRIPT = new URL('../../../content/octavo.sh', import.meta.url);

/** Serves the script for pushing documents, with the URL of this site filled in. */
export async function serveScript(app: FastifyInstance, { config }: Deps): Promise<void> {
  const script = await readFile(SCRIPT, 'utf8');
  const text = script.replace('@PUBLIC_URL@', config.publicUrl.origin);
  app.get('/octavo.sh', (_request, reply) => reply.type('text/plain; charset=utf-8').send(text));
}
