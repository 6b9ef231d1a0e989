import { readConfig } from './config.ts';
import { fail } from './fail.ts';
import { serve } from './serve.ts';

try {
  await serve(readConfig(process.env));
} catch (error) {
  fail(error);
}
