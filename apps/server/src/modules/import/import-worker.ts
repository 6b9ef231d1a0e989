import { parentPort } from 'node:worker_threads';
import type { Language } from '@octavo/contract/entities';
import { AppError } from '../../app-error.ts';
import { readApiFile } from './read-api-file.ts';

parentPort?.on('message', ({ bytes, language }: { bytes: Uint8Array; language: Language }) => {
  try {
    parentPort?.postMessage({ imported: readApiFile(bytes, language) }, []);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    parentPort?.postMessage({ refused: error.refusal }, []);
  }
});
parentPort?.postMessage('ready', []);
