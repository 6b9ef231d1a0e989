import type { Call } from '@octavo/contract/define-call';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { BusinessError } from '../api/call-error.ts';
import type { UploadOptions } from '../api/upload-file.ts';
import { useText } from '../i18n/texts.tsx';
import { showToast } from '../ui/toast-store.ts';

export type SendFile = (file: File, options: UploadOptions) => Promise<{ display_name: string }>;

export interface Upload {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly error?: string;
}

interface Waiting {
  readonly id: number;
  readonly file: File;
  readonly stop: AbortController;
}

/** Uploads files one after the other. A rejected file stays in the list with its error until it is dismissed. */
export function useUploads(send: SendFile, refresh: readonly Call[]) {
  const { t } = useText();
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const line = useRef<Waiting[]>([]);
  const serial = useRef(0);

  // Uploads are cancelled when the dialog closes.
  useEffect(() => () => line.current.forEach(({ stop }) => stop.abort()), []);

  const change = (id: number, to: Partial<Upload> | undefined) =>
    setUploads((all) =>
      to
        ? all.map((each) => (each.id === id ? { ...each, ...to } : each))
        : all.filter((each) => each.id !== id),
    );

  async function sendOne({ id, file, stop }: Waiting) {
    try {
      stop.signal.throwIfAborted();
      const onShare = (share: number) => change(id, { share });
      const { display_name } = await send(file, { signal: stop.signal, onShare });
      change(id, undefined);
      showToast({ kind: 'done', text: t('attachment.uploaded', { name: display_name }) });
    } catch (failed) {
      if (stop.signal.aborted) return;
      const said = failed instanceof BusinessError ? failed.message : '';
      change(id, { error: said || t('attachment.uploadFailed') });
    }
  }

  async function start(files: readonly File[]) {
    const isIdle = line.current.length === 0;
    const added = files.map((file) => {
      serial.current += 1;
      return { id: serial.current, file, stop: new AbortController() };
    });
    line.current.push(...added);
    setUploads((all) => [
      ...all,
      ...added.map(({ id, file }) => ({ id, name: file.name, share: 0 })),
    ]);
    if (!isIdle) return;
    for (let next = line.current[0]; next; next = line.current[0]) {
      await sendOne(next);
      line.current.shift();
    }
    await Promise.all(refresh.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  }

  /** Cancels an upload or dismisses its error. */
  function cancel(id: number) {
    line.current.find((each) => each.id === id)?.stop.abort();
    change(id, undefined);
  }

  return { uploads, start, cancel };
}
