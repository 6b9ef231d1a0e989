import fastify from 'fastify';
import pg from 'pg';

/**
 * What the product is measured against: the same framework with nothing around it. It answers given
 * bytes, or makes the same envelope around one row that it reads by primary key.
 */
const { BENCH_BODY, BENCH_SELECT, BENCH_ID, DATABASE_URL } = process.env;

const INT8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const app = fastify();
if (BENCH_BODY !== undefined) {
  const body = BENCH_BODY;
  app.post('/*', (_request, reply) => reply.type('application/json').send(body));
} else {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16, types });
  const query = { name: 'one row', text: BENCH_SELECT ?? '', values: [Number(BENCH_ID)] };
  app.post('/*', async () => {
    const { rows } = await pool.query(query);
    return { error_code: 0, error_message: '', data: rows[0] as unknown };
  });
}
console.log(JSON.stringify({ address: await app.listen({ host: '127.0.0.1', port: 0 }) }));
