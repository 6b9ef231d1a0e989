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
  readonly fraction: number;
  readonly error?: string;
}

interface QueuedUpload {
  readonly id: number;
  readonly file: File;
  readonly controller: AbortController;
}

/** Uploads files one after the other. A rejected file stays in the list with its error until it is dismissed. */
export function useUploads(send: SendFile, refresh: readonly Call[]) {
  const { t } = useText();
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef<QueuedUpload[]>([]);
  const serial = useRef(0);

  // Uploads are cancelled when the dialog closes.
  useEffect(() => () => queue.current.forEach(({ controller }) => controller.abort()), []);

  const change = (id: number, to: Partial<Upload> | undefined) =>
    setUploads((all) =>
      to
        ? all.map((each) => (each.id === id ? { ...each, ...to } : each))
        : all.filter((each) => each.id !== id),
    );

  async function sendOne({ id, file, controller }: QueuedUpload) {
    try {
      controller.signal.throwIfAborted();
      const onProgress = (fraction: number) => change(id, { fraction });
      const { display_name } = await send(file, { signal: controller.signal, onProgress });
      change(id, undefined);
      showToast({ kind: 'done', text: t('attachment.uploaded', { name: display_name }) });
    } catch (failed) {
      if (controller.signal.aborted) return;
      const message = failed instanceof BusinessError ? failed.message : '';
      change(id, { error: message || t('attachment.uploadFailed') });
    }
  }

  async function start(files: readonly File[]) {
    const isIdle = queue.current.length === 0;
    const added = files.map((file) => {
      serial.current += 1;
      return { id: serial.current, file, controller: new AbortController() };
    });
    queue.current.push(...added);
    setUploads((all) => [
      ...all,
      ...added.map(({ id, file }) => ({ id, name: file.name, fraction: 0 })),
    ]);
    if (!isIdle) return;
    for (let next = queue.current[0]; next; next = queue.current[0]) {
      await sendOne(next);
      queue.current.shift();
    }
    await Promise.all(refresh.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  }

  /** Cancels an upload or dismisses its error. */
  function cancel(id: number) {
    queue.current.find((each) => each.id === id)?.controller.abort();
    change(id, undefined);
  }

  return { uploads, start, cancel };
}
