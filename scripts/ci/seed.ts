import fc from 'fast-check';

/** A fixed seed makes generated values the same in every CI run; `npm run nightly` uses a new seed and prints it. */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20) });
