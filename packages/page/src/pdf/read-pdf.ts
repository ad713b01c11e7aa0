import type * as Pdfjs from 'unpdf/pdfjs';
import type { PdfLimits } from '../source/conversion-limits.js';
import { processorMs } from '../source/processor-ms.js';

/** A line of a page as it is printed. */
export interface PdfLine {
  readonly text: string;
  /** Height of most of its letters, in points. */
  readonly size: number;
  /** Of its base line, from the page's lower edge. */
  readonly y: number;
  readonly right: number;
}

export interface PdfDocument {
  readonly title?: string;
  readonly author?: string;
  readonly language?: string;
  readonly pageCount: number;
  readonly pages: readonly (readonly PdfLine[])[];
  /** Targets of its links: web addresses and mailto. */
  readonly targets: readonly string[];
  readonly limitsHit: readonly (keyof PdfLimits)[];
}

type Document = Awaited<ReturnType<typeof Pdfjs.getDocument>['promise']>;
type Page = Awaited<ReturnType<Document['getPage']>>;

interface TextItem {
  readonly str: string;
  readonly width: number;
  readonly transform: readonly number[];
  readonly hasEOL: boolean;
}

/** Pages in a row that cannot be read, after which the rest is given up. */
const MAX_BROKEN_PAGES = 10;
const MAX_LINKS_PER_PAGE = 5_000;

/** Everything that needs more than the given bytes is off: fonts, character maps, threads, drawing. */
const OPTIONS = {
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  enableXfa: false,
  disableAutoFetch: true,
  disableRange: true,
  disableStream: true,
  verbosity: 0,
};

/** Fonts often name the radical that a character looks like instead of the character. */
const RADICALS = /[\u2f00-\u2fd5]/g;

class LineCollector {
  readonly lines: PdfLine[] = [];
  private text = '';
  private right = 0;
  private y = 0;
  private size = 0;
  private sizeChars = 0;

  add({ str, width, transform, hasEOL }: TextItem): void {
    const [, , c = 0, d = 0, x = 0, y = 0] = transform;
    if (str.trim() !== '') {
      const size = Math.hypot(c, d);
      if (str.length > this.sizeChars) [this.size, this.sizeChars] = [size, str.length];
      this.y = y;
      this.right = Math.max(this.right, x + width);
    }
    this.text += str.replace(RADICALS, (radical) => radical.normalize('NFKC'));
    if (hasEOL) this.end();
  }

  end(): void {
    const text = this.text.replace(/\s+/g, ' ').trim();
    if (text !== '') this.lines.push({ text, size: this.size, y: this.y, right: this.right });
    [this.text, this.right, this.size, this.sizeChars] = ['', 0, 0, 0];
  }
}

/** The remaining characters of the document, and the deadline for reading it. */
interface Allowance {
  chars: number;
  readonly endMs: number;
  readonly limitsHit: Set<keyof PdfLimits>;
}

const isTimeUp = (allowance: Allowance): boolean => {
  if (processorMs() < allowance.endMs) return false;
  allowance.limitsHit.add('maxPdfMs');
  return true;
};

const readLines = async (page: Page, allowance: Allowance): Promise<PdfLine[]> => {
  const collector = new LineCollector();
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader() as {
    read(): Promise<{ done: boolean; value?: { items: readonly TextItem[] } }>;
    cancel(reason: unknown): Promise<void>;
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value?.items ?? []) {
      if (typeof item.str !== 'string') continue;
      allowance.chars -= item.str.length;
      if (allowance.chars < 0) break;
      collector.add(item);
    }
    if (allowance.chars < 0) allowance.limitsHit.add('maxPdfChars');
    if (allowance.chars < 0 || isTimeUp(allowance)) {
      reader.cancel(new Error('Enough was read.')).catch(() => undefined);
      break;
    }
  }
  collector.end();
  return collector.lines;
};

const readTargets = async (page: Page): Promise<string[]> => {
  const annotations = (await page.getAnnotations()) as readonly { readonly url?: unknown }[];
  return annotations.slice(0, MAX_LINKS_PER_PAGE).flatMap(({ url }) => (typeof url === 'string' ? [url] : []));
};

const filled = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  return text === '' ? undefined : text;
};

const readFacts = async (pdf: Document): Promise<Pick<PdfDocument, 'title' | 'author' | 'language'>> => {
  const { info } = (await pdf.getMetadata().catch(() => ({ info: {} }))) as { info: Record<string, unknown> };
  const facts = { title: filled(info['Title']), author: filled(info['Author']), language: filled(info['Language']) };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
};

const readPages = async (
  pdf: Document,
  limits: PdfLimits,
  allowance: Allowance,
): Promise<Pick<PdfDocument, 'pages' | 'targets'>> => {
  const pages: PdfLine[][] = [];
  const targets: string[] = [];
  let broken = 0;
  if (pdf.numPages > limits.maxPdfPages) allowance.limitsHit.add('maxPdfPages');
  for (let number = 1; number <= Math.min(pdf.numPages, limits.maxPdfPages); number += 1) {
    if (broken >= MAX_BROKEN_PAGES || allowance.chars < 0 || isTimeUp(allowance)) break;
    try {
      const page = await pdf.getPage(number);
      pages.push(await readLines(page, allowance));
      targets.push(...(await readTargets(page)));
      page.cleanup();
      broken = 0;
    } catch {
      broken += 1;
    }
  }
  return { pages, targets };
};

/** Reads the text layer of a document, page by page, within `limits`. Throws what the reader throws for broken documents. */
export const readPdf = async (bytes: Uint8Array, limits: PdfLimits): Promise<PdfDocument> => {
  // Large, and few documents need it.
  const { getDocument } = await import('unpdf/pdfjs');
  const allowance: Allowance = {
    chars: limits.maxPdfChars,
    endMs: processorMs() + limits.maxPdfMs,
    limitsHit: new Set(),
  };
  // A copy: the reader takes ownership of the bytes.
  const task = getDocument({ data: new Uint8Array(bytes), ...OPTIONS });
  try {
    const pdf = await task.promise;
    const facts = await readFacts(pdf);
    const { pages, targets } = await readPages(pdf, limits, allowance);
    return { ...facts, pageCount: pdf.numPages, pages, targets, limitsHit: [...allowance.limitsHit] };
  } finally {
    await task.destroy().catch(() => undefined);
  }
};
