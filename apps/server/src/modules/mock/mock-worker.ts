import { parentPort } from 'node:worker_threads';
import { evaluateMock } from './evaluate-mock.ts';

function createSample(template: string): { json: string } | { refused: true } {
  try {
    return { json: JSON.stringify(evaluateMock(JSON.parse(template))) };
  } catch {
    return { refused: true };
  }
}

parentPort?.on('message', (template: string) => {
  parentPort?.postMessage(createSample(template), []);
});
parentPort?.postMessage('ready', []);
