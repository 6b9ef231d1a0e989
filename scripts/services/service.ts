import path from 'node:path';

export const projectFolder = path.resolve(import.meta.dirname, '../..');
export const servicesFolder = path.join(projectFolder, '.services');

/** A pid can be reused by another process after a restart; together with the start time it is unique. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string;
}

/** The state of a service that is stored between commands. Ports and secrets outlive its process. */
export interface ServiceState {
  port: number;
  folder: string;
  secrets: Record<string, string>;
  process: ProcessIdentity;
}

export interface Service {
  name: string;
  /** Debian packages that contain its programs. */
  packages: string[];
  /** Reuses a running service, restarts a stopped one or creates a new one. */
  up(previous: ServiceState | undefined): Promise<ServiceState>;
  down(state: ServiceState): Promise<void>;
  env(state: ServiceState): Record<string, string>;
}
