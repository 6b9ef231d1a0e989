import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

interface HostEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  exists(path: string): boolean;
}

/**
 * The command with which an operator updates this installation if it runs without the launcher. Empty in Kubernetes,
 * because the names of its objects are not known.
 */
export function operatorCommand(
  { env, exists }: HostEnvironment = { env: process.env, exists: existsSync },
): string {
  if (env['KUBERNETES_SERVICE_HOST']) return '';
  if (exists('/.dockerenv') || exists('/run/.containerenv'))
    return 'docker compose pull && docker compose up -d';
  if (exists(`${ROOT}.git`)) return 'git pull && npm ci && npm run build && npm start';
  return 'unzip -q octavo-VERSION.zip -d releases/VERSION && cd releases/VERSION && npm start';
}
