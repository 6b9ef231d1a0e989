import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { choosePort, isAlive, startDetached, stop, waitForPort } from './processes.ts';
import { type Service, projectFolder, servicesFolder } from './service.ts';

const program = path.join(projectFolder, 'scripts/smtp-sink.ts');

export const smtp: Service = {
  name: 'smtp',
  packages: [],

  async up(previous) {
    if (previous && isAlive(previous.process)) return previous;
    const folder = path.join(servicesFolder, 'mail');
    await mkdir(folder, { recursive: true });
    const port = await choosePort(previous?.port);
    const log = path.join(servicesFolder, 'smtp.log');
    const identity = await startDetached(process.execPath, [program, String(port), folder], log);
    await waitForPort(port, identity, log);
    return { port, folder, secrets: {}, process: identity };
  },

  down: (state) => stop(state.process),

  env: ({ port, folder }) => ({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'octavo@octavo.test',
    MAIL_DIR: folder,
  }),
};
