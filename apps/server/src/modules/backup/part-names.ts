import { z } from 'zod';
import { shardedPath } from '../storage/storage.ts';

/** Names of the parts of a backup. */

export const TABLE_LIST = 'tables.json';
export const OBJECT_LIST = 'objects.tsv';
export const tablePartName = (name: string) => `tables/${name}.copy.zst`;
export const objectPartName = (store: string, key: string) =>
  `objects/${store}/${shardedPath(key)}`;

/** The key of an object from the name of its part; undefined for other parts. */
export const parseObjectKey = (part: string) =>
  part.startsWith('objects/') ? (part.split('/').at(-1) ?? '') : undefined;

export const tableList = z.object({
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()).readonly(), rows: z.int() }),
  ),
  migrations: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string() })),
});
export type TableList = z.output<typeof tableList>;
