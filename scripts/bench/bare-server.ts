import fastify from 'fastify';
import pg from 'pg';

/**
 * What the product is measured against: the same framework with nothing around it. It answers given
 * bytes, or makes the same bytes of one row that it reads by primary key.
 */
const { BENCH_BODY, BENCH_UID, DATABASE_URL } = process.env;

const INT8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const SELECT = `select uid, username, name, email, email_verify, groupid, language, reg_time,
  last_login_time, password_time, email_sent_time from "user" where uid = $1`;

const app = fastify();
if (BENCH_BODY !== undefined) {
  const body = BENCH_BODY;
  app.post('/api/user/info', (_request, reply) => reply.type('application/json').send(body));
} else {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16, types });
  app.post('/api/user/info', async () => {
    const query = { name: 'account', text: SELECT, values: [Number(BENCH_UID)] };
    const { rows } = await pool.query(query);
    return { error_code: 0, error_message: '', data: rows[0] as unknown };
  });
}
console.log(JSON.stringify({ address: await app.listen({ host: '127.0.0.1', port: 0 }) }));
