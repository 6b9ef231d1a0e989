import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { BusinessError } from '../api/call-error.ts';
import { createQueryClient } from '../api/query-client.ts';
import type { UploadOptions } from '../api/upload-file.ts';
import { loadTexts } from '../i18n/language.ts';
import { TextsProvider } from '../i18n/texts.tsx';
import { okResponse, stubFetch } from '../../../tests/helpers/responses.ts';
import { UploadArea } from './upload-area.tsx';

afterEach(cleanup);

interface PendingUpload extends UploadOptions {
  readonly name: string;
  readonly done: () => void;
  readonly fail: (message: string) => void;
}

/** Renders an upload area whose requests the test resolves itself. */
async function open() {
  stubFetch(() => okResponse({ attachment_size_m: 4 }));
  const pendingUploads: PendingUpload[] = [];
  const send = (file: File, options: UploadOptions) =>
    new Promise<{ display_name: string }>((resolve, reject) => {
      pendingUploads.push({
        ...options,
        name: file.name,
        done: () => resolve({ display_name: file.name }),
        fail: (message) =>
          reject(new BusinessError({ code: 10603, message, data: null, status: 413 })),
      });
    });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TextsProvider first={await loadTexts('en')} load={loadTexts}>
        <UploadArea send={send} refresh={[]} />
      </TextsProvider>
    </QueryClientProvider>,
  );
  const zone = screen.getByRole('button');
  const drop = (...names: string[]) => {
    const files = names.map((name) => new File(['x'], name));
    fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files } });
  };
  return { pendingUploads, drop };
}

it('uploads dropped files one after the other and shows the progress', async () => {
  const { pendingUploads, drop } = await open();
  drop('a.txt', 'b.txt');
  const bars = await screen.findAllByRole('progressbar');
  expect(bars).toHaveLength(2);
  expect(pendingUploads.map(({ name }) => name)).toEqual(['a.txt']);
  pendingUploads[0]?.onProgress?.(0.5);
  await waitFor(() => expect(bars[0]).toHaveProperty('value', 0.5));
  pendingUploads[0]?.done();
  await waitFor(() => expect(pendingUploads.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']));
  pendingUploads[1]?.done();
  await waitFor(() => expect(screen.queryAllByRole('listitem')).toEqual([]));
});

it('keeps a rejected file with its error and continues with the next', async () => {
  const { pendingUploads, drop } = await open();
  drop('large.zip', 'b.txt');
  await waitFor(() => expect(pendingUploads).toHaveLength(1));
  pendingUploads[0]?.fail('Too large.');
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Too large.');
  await waitFor(() => expect(pendingUploads).toHaveLength(2));
  pendingUploads[1]?.done();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryAllByRole('listitem')).toEqual([]));
});

it('cancels running and queued uploads', async () => {
  const { pendingUploads, drop } = await open();
  drop('a.txt', 'b.txt');
  await waitFor(() => expect(pendingUploads).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the upload of “b.txt”' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the upload of “a.txt”' }));
  expect(pendingUploads[0]?.signal?.aborted).toBe(true);
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  pendingUploads[0]?.fail('');
  drop('c.txt');
  await waitFor(() => expect(pendingUploads.map(({ name }) => name)).toEqual(['a.txt', 'c.txt']));
  pendingUploads[1]?.done();
  await waitFor(() => expect(screen.queryAllByRole('listitem')).toEqual([]));
});
