import type { ReaderDocument } from '@octavo/contract/reader';
import { StrictMode } from 'react';
import { renderToPipeableStream, type PipeableStream } from 'react-dom/server';
import { Reader } from './reader.tsx';
import { texts as en } from './texts/en.ts';
import { toLoadedTexts } from '../shared/i18n/language.ts';
import { texts as zhCn } from './texts/zh-cn.ts';

const tables = { en, 'zh-cn': zhCn };

/** Renders the first view. Nothing in it suspends, so the stream is complete and in order, without inline scripts. */
export function renderReader(readerDocument: ReaderDocument): Promise<PipeableStream> {
  const texts = toLoadedTexts(readerDocument.language, tables[readerDocument.language]);
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(
      <StrictMode>
        <Reader readerDocument={readerDocument} texts={texts} />
      </StrictMode>,
      { onShellReady: () => resolve(stream), onShellError: reject, onError: reject },
    );
  });
}

export { default as katexStyle } from 'katex/dist/katex.min.css?url';
