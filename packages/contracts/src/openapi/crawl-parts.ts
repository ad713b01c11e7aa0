import { z } from 'zod';
import type { BatchRouteKind } from '../routes/batch-routes.js';
import { crawlFields } from '../routes/crawl-input.js';
import { webhookField } from '../routes/batch-input.js';
import type { JsonSchema } from '../input/field.js';
import { jsonSchemaOf } from '../input/json-schema.js';
import { operationById } from '../operations/index.js';
import type { Operation } from '../operation.js';
import { defaultsSchemaNameOf, itemSchemasOf } from './item-schemas.js';

/** What is said of crawls where a text of batches would mislead. */
export const CRAWL_TEXTS: Partial<
  Readonly<Record<BatchRouteKind, { readonly summary: string; readonly description: string }>>
> = {
  submit: {
    summary: 'Start a crawl',
    description:
      'Fetches the page at url and follows its links and the sitemaps of its site. Each page is a call of scrape/web and costs what that costs; failed pages and duplicates are free. The credits of the next pages are held while it runs, at most maxCredits together with what is charged. Pages do not count against the concurrency.',
  },
  status: {
    summary: 'Status of a crawl',
    description:
      'Free of charge. requestsCount grows while pages are found. Has no results; poll it at most once per second.',
  },
  stop: {
    summary: 'Stop a crawl',
    description:
      'Pages that no worker has taken end as cancelled, free of charge, and no further ones are added. Returns the status, which becomes stopped when the last page ends. Does not change a crawl that has ended.',
  },
  results: {
    summary: 'Results of a crawl in pages',
    description:
      'Readable while it runs. Pages are in the order in which they ended, which never changes: follow nextPage, and request the last page again until the crawl has ended. query has the url of the page and its depth.',
  },
  ndjson: {
    summary: 'All results of a crawl as lines of JSON',
    description:
      'One line per ended page, as a file; with answers=true or include=document each has the stored response, as answer. If the connection breaks off, lines are missing.',
  },
  csv: { summary: 'All results of a crawl as a table', description: 'As the table of a batch.' },
};

/** Parameters of a crawl but for those of its pages. */
const ownSchema = (): JsonSchema => jsonSchemaOf(z.strictObject({ ...crawlFields, webhook: webhookField }));

/** JSON Schema of the parameters of a crawl of pages of an operation, those of each page under `scrape`, for forms. */
export const crawlParametersOf = (operation: Operation): JsonSchema => {
  const { properties, ...schema } = ownSchema();
  const { [defaultsSchemaNameOf(operation)]: page = {} } = itemSchemasOf(operation);
  // safe because both are schemas of objects
  const { url: _url, ...ofPages } = page['properties'] as JsonSchema;
  const scrape = { ...page, properties: ofPages, description: 'Parameters of every page.' };
  return { ...schema, properties: { ...(properties as JsonSchema), scrape } };
};

/** The body of a call that starts a crawl of pages of an operation. */
export const crawlBody = (operationId: string): JsonSchema => {
  const operation = operationById(operationId);
  const { properties, ...schema } = ownSchema();
  const scrape = {
    ...(operation ? { $ref: `#/components/schemas/${defaultsSchemaNameOf(operation)}` } : { type: 'object' }),
    description: 'Parameters of every page, without url. Headers may have no credentials.',
  };
  return {
    required: true,
    content: {
      'application/json': {
        // safe because it is the schema of an object
        schema: { ...schema, properties: { ...(properties as JsonSchema), scrape } },
        example: { url: 'https://example.com/docs/', limit: 100, scrape: { outputFormat: ['markdown'] } },
      },
    },
  };
};
