/** Bounds on one PDF document. What they cut is missing from the outputs, and `limitsHit` names them. */
export interface PdfLimits {
  /** Pages read, from the first. */
  readonly maxPdfPages: number;
  /** Units of text read in all. */
  readonly maxPdfChars: number;
  /** Time after which no further page is read. */
  readonly maxPdfMs: number;
}

/** Bounds whose breach leaves nothing of the document: `unsupported` tells. */
export const MAX_PDF_STREAM_BYTES = 64 * 1024 * 1024;
export const MAX_PDF_UNPACKED_BYTES = 1024 * 1024 * 1024;

export const DEFAULT_PDF_LIMITS: PdfLimits = {
  maxPdfPages: 2_000,
  maxPdfChars: 8 * 1024 * 1024,
  maxPdfMs: 12_000,
};
