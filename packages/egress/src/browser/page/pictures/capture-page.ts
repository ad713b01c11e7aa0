import type { Page } from 'puppeteer-core';
import type { FetchRequest } from '../../../port.js';
import { unanswered, type RawPage, type TierResult } from '../../../fetch/raw-page.js';
import type { PageLimits } from '../page-limits.js';
import { MAX_PDF_BYTES, PRINT_WAIT_MS, printPage } from './print-page.js';
import { MAX_SCREENSHOT_BYTES, takePreview, takeScreenshot } from './take-screenshot.js';

interface CaptureOptions {
  readonly page: Page;
  readonly request: Pick<FetchRequest, 'screenshot' | 'preview' | 'pdf'>;
  readonly statusCode: number;
  readonly signal: AbortSignal;
  readonly limits?: PageLimits | undefined;
}

type Captures = Pick<RawPage, 'screenshot' | 'preview' | 'pdf'>;
type Capture<K extends keyof Captures> =
  | { readonly [Name in K]?: Uint8Array | undefined }
  | { readonly end: TierResult };

const fail = (...given: Parameters<typeof unanswered>): { readonly end: TierResult } => ({ end: unanswered(...given) });

const millions = (bytes: number): string => `${bytes / 1_000_000} MB`;

const captureScreenshot = async ({ page, request, signal }: CaptureOptions): Promise<Capture<'screenshot'>> => {
  const { screenshot: asked } = request;
  if (asked === undefined || asked === false) return {};
  const shot = await takeScreenshot(page, asked === true ? {} : asked, signal);
  if (shot.how === 'taken') return { screenshot: shot.bytes };
  if (shot.how === 'none') return fail('scenario_failed', 'no_element_for_screenshot', `screenshot: ${shot.why}`);
  const message = `The screenshot has more than ${millions(MAX_SCREENSHOT_BYTES)}. Ask for a jpeg, or for a part of the page.`;
  return fail('too_large', 'screenshot_too_large', message);
};

/** A page that the target does not have is free, and its status says more than a document. */
const capturePdf = async ({ page, request, statusCode, signal, limits }: CaptureOptions): Promise<Capture<'pdf'>> => {
  if (request.pdf !== true || statusCode >= 400) return {};
  const { maxPdfBytes: maxBytes = MAX_PDF_BYTES, printWaitMs: waitMs = PRINT_WAIT_MS } = limits ?? {};
  const printed = await printPage(page, signal, { waitMs, maxBytes });
  if (printed.how === 'printed') return { pdf: printed.bytes };
  if (printed.how === 'too_large') {
    return fail('too_large', 'pdf_too_large', `The page printed as PDF has more than ${millions(maxBytes)}.`);
  }
  return fail('page_timeout', 'pdf_not_printed', `The page could not be printed as PDF within ${waitMs / 1_000} s.`);
};

/** Takes the pictures and documents of a page that its fetch asks for; the end of the fetch if one cannot be made. */
export const capturePage = async (options: CaptureOptions): Promise<Captures | { readonly end: TierResult }> => {
  const shot = await captureScreenshot(options);
  if ('end' in shot) return shot;
  const preview = options.request.preview ? await takePreview(options.page, options.signal) : undefined;
  const printed = await capturePdf(options);
  return 'end' in printed ? printed : { ...shot, ...printed, preview };
};
