import type { AttachedFile } from '@octavo/contract/attachment.entities';
import { formatSize } from '@octavo/texts/format-size';
import { useEffect, useState } from 'react';
import { decodeText } from '../../shared/files/decode-text.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import styles from './attachment-preview.module.css';
import { urlWithParam } from './attachment-row.tsx';

/** Enough to recognise a file, and still fast to render. */
const MAX_BYTES = 256 * 1024;

async function readBeginning(file: AttachedFile, signal: AbortSignal): Promise<string> {
  if (file.file_size === 0) return '';
  const headers = { range: `bytes=0-${MAX_BYTES - 1}` };
  const response = await fetch(urlWithParam(file, 'embed=1'), { headers, signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return decodeText(new Uint8Array(await response.arrayBuffer()));
}

/** The beginning of a text file as plain text; its content is never interpreted. */
export function TextPreview({ file, onError }: { file: AttachedFile; onError: () => void }) {
  const { t } = useText();
  const [text, setText] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    readBeginning(file, stop.signal).then(setText, () => {
      if (!stop.signal.aborted) onError();
    });
    return () => stop.abort();
    // `onError` only sets a state of the parent.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [file]);
  return (
    <div className={styles.sheet} aria-busy={text === undefined}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>{text}</pre>
      {text !== undefined && file.file_size > MAX_BYTES && (
        <p>{t('reader.previewCut', { size: formatSize(MAX_BYTES) })}</p>
      )}
    </div>
  );
}
