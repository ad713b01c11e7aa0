import {
  convertPage,
  convertPdf,
  modelPage,
  type ConversionRequest,
  type FetchedText,
  type ModelPage,
  type PageContent,
} from '@quarry/extract';

/** A binary document, as it came. */
export interface FetchedBytes {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly mediaType: string;
}

export type ConvertInput = FetchedText | FetchedBytes;

export interface ConvertOptions extends ConversionRequest {
  /** Most tokens of the page for a language model; absent: none is asked. */
  readonly maxModelTokens?: number | undefined;
}

export interface ConvertTask {
  readonly input: ConvertInput;
  readonly options: ConvertOptions;
}

export interface Converted {
  readonly content: PageContent;
  readonly modelPage?: ModelPage;
}

const convertBytes = async (input: FetchedBytes, options: ConvertOptions): Promise<Converted> => {
  const { bytes, url, mediaType } = input;
  // Of other bytes, such as a picture's, an address is all that can be shown.
  if (mediaType !== 'application/pdf') return { content: convertPage({ text: '', url, mediaType }, options) };
  const { maxModelTokens, formats } = options;
  if (maxModelTokens === undefined) return { content: await convertPdf({ bytes, url }, options) };
  const { text, ...content } = await convertPdf({ bytes, url }, { ...options, formats: [...formats, 'text'] });
  return {
    content: { ...content, ...(formats.includes('text') && text !== undefined ? { text } : {}) },
    ...(text === undefined ? {} : { modelPage: modelPage({ text, url, mediaType: 'text/plain' }, maxModelTokens) }),
  };
};

/** Runs in a worker thread: the event loop of the service stays free for locks and deadlines. */
export default async function convert({ input, options }: ConvertTask): Promise<Converted> {
  if ('bytes' in input) return convertBytes(input, options);
  const { maxModelTokens } = options;
  return {
    content: convertPage(input, options),
    ...(maxModelTokens === undefined ? {} : { modelPage: modelPage(input, maxModelTokens) }),
  };
}
