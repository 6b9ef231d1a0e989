import path from 'node:path';

export const projectFolder = path.resolve(import.meta.dirname, '../..');
export const servicesFolder = path.join(projectFolder, '.services');

/** A pid alone may be given to a stranger after a restart; with its start time it cannot. */
export interface ProcessMark {
  pid: number;
  startedAt: string;
}

/** What is remembered of a service between commands. Ports and secrets outlive its process. */
export interface ServiceState {
  port: number;
  folder: string;
  secrets: Record<string, string>;
  process: ProcessMark;
}

export interface Service {
  name: string;
  /** Debian packages that bring its programs. */
  packages: string[];
  /** Reuses what lives, restarts what died, makes what never was. */
  up(previous: ServiceState | undefined): Promise<ServiceState>;
  down(state: ServiceState): Promise<void>;
  env(state: ServiceState): Record<string, string>;
}
