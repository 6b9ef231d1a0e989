import { parentPort } from 'node:worker_threads';
import { evaluateMock } from './evaluate-mock.ts';

function sampleOf(template: string): { json: string } | { refused: true } {
  try {
    return { json: JSON.stringify(evaluateMock(JSON.parse(template))) };
  } catch {
    return { refused: true };
  }
}

parentPort?.on('message', (template: string) => {
  parentPort?.postMessage(sampleOf(template), []);
});
parentPort?.postMessage('ready', []);
