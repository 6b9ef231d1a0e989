import fc from 'fast-check';

/** Every change meets the same generated values; `npm run nightly` draws new ones and prints the seed. */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20) });
