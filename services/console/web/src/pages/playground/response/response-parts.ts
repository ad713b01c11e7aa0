import { isRecord } from '../../../forms/json-schema.js';
import { filePath } from '../file-path.js';
import { tablesOf, type MainTable } from './main-table.js';

/** What a response has that can be shown in a way of its own. */
export interface ResponseParts {
  readonly markdown: string | undefined;
  readonly text: string | undefined;
  readonly tables: readonly MainTable[];
  /** Path of the console to the picture: the screenshot, else the small preview. */
  readonly picture: string | undefined;
  readonly pdf: string | undefined;
  /** True if the page that was read is stored. */
  readonly hasPage: boolean;
  /** What to know of the page, as the service says it. */
  readonly warnings: readonly string[];
  /** Status of the target, where a page was fetched. */
  readonly statusCode: number | undefined;
}

const textAt = (value: unknown, name: string): string | undefined =>
  isRecord(value) && typeof value[name] === 'string' ? value[name] : undefined;

export const responseParts = (body: unknown): ResponseParts => {
  const metadata = isRecord(body) ? body['requestMetadata'] : undefined;
  const warnings = isRecord(body) && Array.isArray(body['warnings']) ? body['warnings'] : [];
  const statusCode = isRecord(body) ? body['statusCode'] : undefined;
  return {
    markdown: textAt(body, 'markdown'),
    text: textAt(body, 'text'),
    tables: tablesOf(body),
    picture: filePath(textAt(body, 'screenshot')) ?? filePath(textAt(metadata, 'preview')),
    pdf: filePath(textAt(body, 'pdf')),
    hasPage: textAt(metadata, 'html') !== undefined,
    warnings: warnings.filter((warning): warning is string => typeof warning === 'string'),
    statusCode: typeof statusCode === 'number' ? statusCode : undefined,
  };
};
