import { z } from 'zod';
import { MAX_CATALOG_NAME_LENGTH } from './limits.ts';
import { line } from './wire.ts';

export const catalogName = line(MAX_CATALOG_NAME_LENGTH).pipe(z.string().min(1));

export const catalogRow = z.object({
  cat_id: z.int(),
  cat_name: z.string(),
  parent_cat_id: z.int(),
  level: z.int(),
  s_number: z.int(),
});

/** A move that can be undone for 10 minutes. */
export const treeMove = z.object({ move_id: z.string() });
