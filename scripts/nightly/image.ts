import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensurePackages } from '../services/packages.ts';
import { choosePort } from '../services/processes.ts';
import { servicesEnv } from '../services/state.ts';
import { buildah } from './buildah.ts';
import { ensureBaseImage } from './image-base.ts';
import { buildImage } from './image-build.ts';
import { waitForExit, spawnInside } from './image-sandbox.ts';

const image = 'localhost/octavo:nightly';

/** The part of an image's configuration that is checked here. */
interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  Volumes: Record<string, unknown>;
  Healthcheck: { Test: string[] };
}

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${title}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

async function inspect(): Promise<ImageConfig> {
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', image)) as {
    Docker: { config: ImageConfig };
  };
  assert.equal(Docker.config.User, '10001:10001');
  assert.deepEqual(Object.keys(Docker.config.Volumes), ['/data']);
  assert.equal(Docker.config.Healthcheck.Test[0], 'CMD');
  return Docker.config;
}

async function runSmokeTest(config: ImageConfig): Promise<void> {
  const services = servicesEnv();
  const database = `octavo_image_${process.pid}`;
  const at = (key: string) => {
    const url = new URL(services[key] ?? '');
    url.pathname = database;
    return url.href;
  };
  const admin = new pg.Client(services['DATABASE_ADMIN_URL']);
  await admin.connect();
  await admin.query(`create database ${database} owner octavo_owner`);
  const container = await buildah('from', '--pull=false', image);
  try {
    await checkRunning(await buildah('mount', container), config, {
      ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s, 2))),
      ...services,
      DATABASE_URL: at('DATABASE_URL'),
      DATABASE_MIGRATE_URL: at('DATABASE_MIGRATE_URL'),
      HOST: '127.0.0.1',
      PORT: String(await choosePort()),
      METRICS_PORT: String(await choosePort()),
      SECRET_KEY: randomBytes(32).toString('hex'),
    });
  } finally {
    await buildah('rm', container);
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
  }
}

async function checkRunning(
  root: string,
  config: ImageConfig,
  env: Record<string, string>,
): Promise<void> {
  const runInside = (...command: string[]) => waitForExit(spawnInside(root, env, command));
  assert.equal(await runInside('sh', '-c', 'touch /data/probe /tmp/probe'), 0);
  assert.notEqual(await runInside('sh', '-c', 'touch /app/probe 2>/dev/null'), 0);

  const site = `http://127.0.0.1:${env['PORT']}`;
  const server = spawnInside(root, env, config.Cmd);
  const exit = waitForExit(server);
  try {
    const died = exit.then((code) =>
      Promise.reject(new Error(`The server exited with code ${code}`)),
    );
    await Promise.race([untilReady(`${site}/health/ready`), died]);
    for (const path of ['/health/live', '/health/ready', '/']) {
      assert.equal((await fetch(site + path)).status, 200, path);
    }
    const [, ...healthcheck] = config.Healthcheck.Test;
    assert.equal(await runInside(...healthcheck), 0, 'the health check of the image');
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    assert.match(status, /^Uid:\t10001\t10001/m);
    assert.match(status, /^CapEff:\t0+$/m);
    assert.match(status, /^NoNewPrivs:\t1$/m);
  } finally {
    server.kill('SIGTERM');
  }
  assert.equal(await exit, 0, 'the exit code after SIGTERM');
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(500);
  }
  throw new Error(`${url} did not return status 200 within a minute`);
}

ensurePackages(['buildah', 'debootstrap']);
await step('base image', ensureBaseImage);
await step('build', () => buildImage(image));
const config = await step('inspect', inspect);
await step('run read-only and unprivileged', () => runSmokeTest(config));
