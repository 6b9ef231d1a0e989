import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('migrations/', import.meta.url);
/** Released migrations stay as they are. */
const FIRST = '0045';

it.each(readdirSync(folder).filter((name) => name >= FIRST))(
  '%s drops indexes after it has built the new ones, because a drop blocks reads until the commit',
  (name) => {
    const migration = readFileSync(new URL(name, folder), 'utf8');
    const drops = /^drop index/m.exec(migration)?.index ?? migration.length;
    expect(migration.slice(drops)).not.toMatch(/^create (unique )?index/m);
  },
);
