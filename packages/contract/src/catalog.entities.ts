import { z } from 'zod';
import { line } from './wire.ts';

export const catalogName = line(100).pipe(z.string().min(1));

export const catalogRow = z.object({
  cat_id: z.int(),
  cat_name: z.string(),
  parent_cat_id: z.int(),
  level: z.int(),
  s_number: z.int(),
});
