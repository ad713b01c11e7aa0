import { convertPage, type PageContent, type PageInput, type PageOptions } from '@quarry/extract';

export interface ConvertTask {
  readonly input: PageInput;
  readonly options: PageOptions;
}

/** Runs in a worker thread: the event loop of the service stays free for locks and deadlines. */
export default function convert({ input, options }: ConvertTask): PageContent {
  return convertPage(input, options);
}
