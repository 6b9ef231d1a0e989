import fastify from 'fastify';
import { createReadStream, readFileSync } from 'node:fs';
import pg from 'pg';

/**
 * The reference for the benchmark: the same framework without the product. It sends the bytes or the stream of a
 * file, or the rows of one prepared select in the same envelope.
 */
interface ServerPlan {
  /** Responds with `304` to every request. */
  readonly notModified?: string;
  readonly file?: string;
  readonly headers?: Record<string, string>;
  readonly isStream?: boolean;
  readonly select?: string;
  /** Values of the select; a field name in `{}` takes the value from the body. */
  readonly values?: readonly (string | number)[];
}

const plan = JSON.parse(process.env['BENCH_PLAN'] ?? '{}') as ServerPlan;
const INT8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const app = fastify();
const { notModified, file, headers = {}, select, values = [] } = plan;
if (notModified !== undefined)
  app.get('/*', (_request, reply) => reply.status(304).header('etag', notModified).send());
else if (file !== undefined && plan.isStream)
  app.get('/*', (_request, reply) => reply.headers(headers).send(createReadStream(file)));
else if (file !== undefined) {
  const bytes = readFileSync(file);
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler: (_request, reply) => reply.headers(headers).send(bytes),
  });
} else {
  const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, types });
  app.post('/*', async ({ body }) => {
    const sent = body as Record<string, string | number>;
    const parameters = values.map(
      (value) => sent[/^\{(\w+)\}$/.exec(String(value))?.[1] ?? ''] ?? value,
    );
    const { rows } = await pool.query({ name: 'bare', text: select ?? '', values: parameters });
    return { error_code: 0, error_message: '', data: rows as unknown };
  });
}
console.log(JSON.stringify({ address: await app.listen({ host: '127.0.0.1', port: 0 }) }));
