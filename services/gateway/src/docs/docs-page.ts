import { createHash } from 'node:crypto';
import { ERRORS, type BatchRoute, type Operation } from '@quarry/contracts';
import { curlExample } from './curl-example.js';
import { DOCS_STYLE } from './docs-style.js';
import { escapeHtml as safe } from './escape-html.js';
import { listParameters, type Parameter } from './parameter-list.js';
import { priceText } from './price-text.js';

export interface DocsInput {
  readonly operations: readonly Operation[];
  readonly batchRoutes: readonly BatchRoute[];
  readonly baseUrl: string;
}

export interface DocsPage {
  readonly html: string;
  /** Content-Security-Policy that allows exactly this page. */
  readonly policy: string;
}

const anchorOf = (path: string): string => path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');
const rows = <T>(items: readonly T[], row: (item: T) => string): string => items.map(row).join('');
const table = (heads: readonly string[], body: string): string =>
  `<div class="wide"><table><thead><tr>${rows(heads, (head) => `<th>${head}</th>`)}</tr></thead><tbody>${body}</tbody></table></div>`;

const parameterRow = (parameter: Parameter): string => {
  const need = parameter.isRequired ? ' <span class="need">required</span>' : '';
  const fallback = parameter.default === undefined ? '' : ` Default <code>${safe(parameter.default)}</code>.`;
  return `<tr><td><code>${safe(parameter.name)}</code>${need}</td><td>${safe(parameter.type)}</td><td>${safe(parameter.note)}${fallback}</td></tr>`;
};

const operationSection = (operation: Operation, baseUrl: string): string => {
  const parameters = listParameters(operation);
  return `<section id="${anchorOf(operation.path)}">
<h3><span class="method ${operation.method.toLowerCase()}">${operation.method}</span><code>${safe(operation.path)}</code>${
    operation.isBuilt ? '' : '<span class="tag">not in this version</span>'
  }${operation.isBatchable ? '<span class="tag">batch</span>' : ''}</h3>
<p>${safe(operation.summary)}</p>
<p>${safe(priceText(operation))}</p>
<pre><code>${safe(curlExample(operation, baseUrl))}</code></pre>
<details open><summary>${parameters.length} parameters</summary>
${table(['Name', 'Type', 'Meaning'], rows(parameters, parameterRow))}</details>
</section>`;
};

const FREE_ROUTES: readonly (readonly [method: string, path: string, meaning: string])[] = [
  ['GET', '/user/me/usage', 'Credits and free places of the account. Costs nothing.'],
  ['GET', '<files>/{account}/{request}/{name}', 'A stored document of one of your requests, with the same x-api-key.'],
  ['GET', '/openapi.json', 'This contract as OpenAPI 3.1.'],
  ['GET', '/llms.txt', 'This page as plain text for language models.'],
  ['GET', '/healthz, /readyz', 'Whether the service is up and ready.'],
];

const HEADERS: readonly (readonly [name: string, meaning: string])[] = [
  ['x-request-id', 'Id of this request, equal to requestMetadata.id.'],
  ['x-credits-charged', 'Credits this call cost; 0 unless it succeeded.'],
  ['x-credits-remaining', 'Credits the account has left.'],
  ['RateLimit, RateLimit-Policy', 'Concurrent requests allowed (q) and left (r).'],
  ['Retry-After', 'Seconds to wait, with 429 and 503.'],
];

const introduction = (baseUrl: string): string => `<h1>Quarry API</h1>
<p>Pages, search results and site data as JSON, behind one key and one credit balance. The address is <code>${safe(baseUrl)}</code>.</p>
<h2 id="start">Getting started</h2>
<p>Send your key in the <code>x-api-key</code> header of every call. GET endpoints take their parameters in the query string: lists as
<code>name[]</code>, nested ones as <code>name[key]</code>. POST endpoints take a JSON object.</p>
<p>A success is HTTP 200 with <code>requestMetadata.status</code> <code>ok</code>. Nothing else is ever charged. A call may take up to 300 seconds,
so let your client wait that long.</p>
<p>Page scraping answers in JSON; <code>Accept: text/markdown</code>, <code>text/html</code> or <code>text/plain</code> gets the bare text.</p>
<h2 id="headers">Response headers</h2>
${table(
  ['Header', 'Meaning'],
  rows(HEADERS, ([name, meaning]) => `<tr><td><code>${name}</code></td><td>${meaning}</td></tr>`),
)}`;

const errorsSection = (): string => `<h2 id="errors">Errors</h2>
<p>Every error has the same body: <code>error</code> (one of these codes), <code>message</code>, <code>retryable</code>, and with 422
<code>validation_failed</code> all violations at once in <code>errors</code>.</p>
${table(
  ['Code', 'HTTP', 'Retry', 'Meaning'],
  rows(
    Object.entries(ERRORS),
    ([code, { status, retryable, text }]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${retryable ? 'yes' : 'no'}</td><td>${safe(text)}</td></tr>`,
  ),
)}`;

const navigation = (operations: readonly Operation[]): string => `<nav><strong>Quarry</strong>
<a href="#start">Getting started</a><a href="#headers">Response headers</a><a href="#errors">Errors</a><a href="/openapi.json">OpenAPI</a>
<h2>Endpoints</h2>${rows(operations, ({ path }) => `<a href="#${anchorOf(path)}">${safe(path.replace(/^\/scrape\//, ''))}</a>`)}
<a href="#batch">batch</a><a href="#account">account and files</a></nav>`;

const routeTable = (routes: readonly (readonly [string, string, string])[]): string =>
  table(
    ['Method', 'Path', 'Meaning'],
    rows(
      routes,
      ([method, path, meaning]) =>
        `<tr><td>${method}</td><td><code>${safe(path)}</code></td><td>${safe(meaning)}</td></tr>`,
    ),
  );

/** One page without scripts, images or anything fetched from elsewhere, made from the operations and the error registry. */
export const renderDocsPage = ({ operations, batchRoutes, baseUrl }: DocsInput): DocsPage => {
  const batches = batchRoutes.map(
    ({ method, path, kind, isBuilt }) => [method, path, `${kind}${isBuilt ? '' : ' (not in this version)'}`] as const,
  );
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Quarry API</title><style>${DOCS_STYLE}</style></head>
<body><div class="frame">${navigation(operations)}<main>
${introduction(baseUrl)}
<h2 id="endpoints">Endpoints</h2>
${rows(operations, (operation) => operationSection(operation, baseUrl))}
<h2 id="batch">Batch</h2>${routeTable(batches)}
<h2 id="account">Account and files</h2>${routeTable(FREE_ROUTES)}
${errorsSection()}
</main></div></body></html>
`;
  const hash = createHash('sha256').update(DOCS_STYLE).digest('base64');
  return { html, policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'` };
};
