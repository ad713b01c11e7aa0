import { convertPage, type PageContent, type FetchedText, type ConversionRequest } from '@quarry/extract';

export interface ConvertTask {
  readonly input: FetchedText;
  readonly options: ConversionRequest;
}

/** Runs in a worker thread: the event loop of the service stays free for locks and deadlines. */
export default function convert({ input, options }: ConvertTask): PageContent {
  return convertPage(input, options);
}
