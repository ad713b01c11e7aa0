import type { Page } from 'puppeteer-core';
import { LATE, within } from '../../../wait.js';
import { loadWhole } from '../load-whole.js';
import { MAX_SCREENSHOT_HEIGHT_PX } from './take-screenshot.js';

/** Longest time to print a page, and most bytes of its document. */
export const PRINT_WAIT_MS = 30_000;
export const MAX_PDF_BYTES = 40_000_000;

interface PrintLimits {
  readonly waitMs: number;
  readonly maxBytes: number;
}

const PRINT_LIMITS: PrintLimits = { waitMs: PRINT_WAIT_MS, maxBytes: MAX_PDF_BYTES };

type PrintedPage = { readonly how: 'printed'; readonly bytes: Uint8Array } | { readonly how: 'too_large' | 'failed' };

const readBounded = async (stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<PrintedPage> => {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { how: 'printed', bytes: Buffer.concat(parts) };
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => undefined);
      return { how: 'too_large' };
    }
    parts.push(value);
  }
};

/** The page as a PDF document on A4, or on the paper that its own styles name, with backgrounds. `failed`: also one that takes too long. */
export const printPage = async (
  page: Page,
  signal: AbortSignal,
  { waitMs, maxBytes }: PrintLimits = PRINT_LIMITS,
): Promise<PrintedPage> => {
  await loadWhole(page, signal, MAX_SCREENSHOT_HEIGHT_PX);
  const print = async (): Promise<PrintedPage> => {
    const paper = { format: 'a4', preferCSSPageSize: true, printBackground: true } as const;
    // The wait below is the one limit of the whole; fonts were waited for.
    const stream = await page.createPDFStream({ ...paper, timeout: 0, waitForFonts: false });
    return readBounded(stream, maxBytes);
  };
  const printed = await within(print(), waitMs).catch((): typeof LATE => LATE);
  return printed === LATE ? { how: 'failed' } : printed;
};
