import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import { derivedFrom } from '../page/derived-text.ts';
import { searchText } from '../page/search-text.ts';
import type { DerivedPage, ImportAnswer, ImportWish, PlainPage } from './importer.ts';
import { readApiFile } from './read-api-file.ts';

function derived({ page_title, page_content, page_type }: PlainPage): DerivedPage {
  const { method, searched } = derivedFrom(page_content, page_type);
  return { method, search: searchText(page_title, searched) };
}

function answer(wish: ImportWish): ImportAnswer {
  if ('pages' in wish) return { derived: wish.pages.map(derived) };
  try {
    return { imported: readApiFile(wish.bytes, wish.language) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refused: error.refusal };
  }
}

// Lowers the priority of this thread only, so that requests are served first.
setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on('message', (wish: ImportWish) => {
  parentPort?.postMessage(answer(wish), []);
});
parentPort?.postMessage('ready', []);
