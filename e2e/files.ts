import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import type { Site } from './site.ts';

/** A PNG of one pixel. */
export const PNG_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The beginning of a PDF, enough to be detected as one. */
export const PDF = Buffer.from('%PDF-1.4\n');

/** Uploads files to the library of the logged-in user by calls. */
export async function uploadFiles(
  page: Page,
  site: Site,
  files: Readonly<Record<string, Buffer>>,
): Promise<void> {
  for (const [name, buffer] of Object.entries(files)) {
    const answer = await page.request.post(site.url + calls.attachment.upload.path, {
      headers: { origin: site.url },
      multipart: { file: { name, mimeType: 'application/octet-stream', buffer } },
    });
    const { error_code, error_message } = (await answer.json()) as Record<string, unknown>;
    if (error_code !== 0) throw new Error(String(error_message));
  }
}
