import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { choosePort } from '../../../../scripts/services/processes.ts';
import { sendRequest } from './http.ts';
import { startProgram } from './program.ts';

/** One keep-alive connection, so that the request after a rejected one always uses the same connection. */
const config = (folder: string, port: number, upstream: string) => `
daemon off;
master_process off;
pid ${folder}/pid;
error_log stderr warn;
events { worker_connections 64; }
http {
  access_log off;
  client_max_body_size 0;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream octavo { server ${upstream}; keepalive 1; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://octavo;
      proxy_http_version 1.1;
      proxy_set_header Host octavo.test;
      proxy_set_header Connection "";
      proxy_next_upstream off;
    }
    location /streamed/ {
      proxy_pass http://octavo/;
      proxy_http_version 1.1;
      proxy_set_header Host octavo.test;
      proxy_set_header Connection "";
      proxy_next_upstream off;
      proxy_request_buffering off;
    }
  }
}
`;

/** Starts a real nginx in front of a site. Below `/streamed` it forwards bodies while they arrive. */
export async function startNginx(site: string) {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-nginx-'));
  const port = await choosePort();
  const file = join(folder, 'nginx.conf');
  await writeFile(file, config(folder, port, new URL(site).host));
  const nginx = startProgram('/usr/sbin/nginx', ['-p', folder, '-c', file]);
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => sendRequest(`${url}/health/live`), { timeout: 20_000, interval: 50 });
  return {
    url,
    async close() {
      nginx.signal('SIGKILL');
      await nginx.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
