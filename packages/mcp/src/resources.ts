import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import { OPERATIONS } from '@quarry/contracts';
import { readDocument } from './documents/read-document.js';
import { readReference } from './documents/reference.js';
import { DEFAULT_MAX_TOKENS, pageOf } from './output/token-budget.js';
import { createMark, wrapUntrusted } from './output/untrusted.js';
import type { QuarryApi } from './quarry/quarry-api.js';
import { uriOfReference } from './tools/stored-tools.js';
import { operationSchemaOf, operationUri } from './tools/tool-schema.js';

/** Largest file that is returned as a blob. */
export const MAX_BLOB_BYTES = 8 * 1_048_576;

/** Templates of what can be read, by name; each also without its offset. */
const TEMPLATES = {
  response: 'quarry://requests/{id}/{part}',
  file: 'quarry://files/{id}/{name}',
} as const;

const readStored = async (uri: URL, api: QuarryApi, signal: AbortSignal): Promise<ReadResourceResult> => {
  const reference = readReference(uri.href);
  if (reference === undefined) throw new ResourceNotFoundError(uri.href);
  const document = await readDocument({ api, signal }, reference);
  if (document.kind === 'failed') {
    const [block] = document.result.content;
    throw new Error(block?.type === 'text' ? block.text : 'The file could not be read.');
  }
  if (document.kind === 'binary') {
    if (document.bytes.length > MAX_BLOB_BYTES) throw new Error(`The file is larger than ${MAX_BLOB_BYTES} bytes.`);
    return { contents: [{ uri: uri.href, mimeType: document.contentType, blob: document.bytes.toString('base64') }] };
  }
  const page = await pageOf(document.text, reference.offset, DEFAULT_MAX_TOKENS);
  const next = page.nextOffset === undefined ? undefined : uriOfReference(reference, page.nextOffset);
  const text = `${wrapUntrusted(page.text, createMark())}${next === undefined ? '' : `\nNext page: ${next}`}`;
  const _meta = { 'quarry/totalChars': document.text.length, ...(next === undefined ? {} : { 'quarry/next': next }) };
  return { contents: [{ uri: uri.href, mimeType: 'text/plain', text, _meta }] };
};

/** Registers stored responses and files, and the full parameters of each operation, as resources. */
export const registerResources = (server: McpServer, api: QuarryApi): void => {
  for (const [name, template] of Object.entries(TEMPLATES)) {
    for (const [suffix, query] of [
      ['', ''],
      ['-page', '{?offset}'],
    ] as const) {
      server.registerResource(
        `${name}${suffix}`,
        new ResourceTemplate(`${template}${query}`, { list: undefined }),
        { description: `A stored ${name} of the account, in pages.`, mimeType: 'text/plain' },
        (uri, _variables, { mcpReq }) => readStored(uri, api, mcpReq.signal),
      );
    }
  }
  for (const operation of OPERATIONS) {
    const uri = operationUri(operation.id);
    const metadata = {
      description: `Parameters of ${operation.id} as JSON Schema.`,
      mimeType: 'application/schema+json',
    };
    server.registerResource(operation.id, uri, metadata, () => {
      const schema = operationSchemaOf(operation);
      return { contents: [{ uri, mimeType: 'application/schema+json', text: JSON.stringify(schema) }] };
    });
  }
};
