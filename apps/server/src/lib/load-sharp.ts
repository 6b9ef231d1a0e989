import type { default as Sharp } from 'sharp';

/** Loads sharp on first use: its native library takes memory in every process, and few of them decode pictures. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Each picture is decoded only once, so a cache would only use memory.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
