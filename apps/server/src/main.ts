import { readConfig } from './config.ts';
import { exitWithError } from './error-reporting.ts';
import { serve } from './serve.ts';

try {
  await serve(readConfig(process.env));
} catch (error) {
  exitWithError(error);
}
