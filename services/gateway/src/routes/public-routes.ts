import { readFile } from 'node:fs/promises';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { requestState } from '../http/request-state.js';
import { sendError, sendMethodNotAllowed } from '../http/send-error.js';
import type { Documentation } from '../docs/documentation.js';

export interface PublicRoutesOptions {
  readonly documentation: Documentation;
  /** Resolves if the gateway's dependencies respond; the caller bounds the time. */
  readonly ready: () => Promise<void>;
}

const DOCS_CACHE = 'public, max-age=300';
/** The path of a file names the version of its library. */
const ASSET_CACHE = 'public, max-age=31536000, immutable';

type Answer = (response: Response, request: Request) => void | Promise<void>;

const readOnly =
  (path: string, answer: Answer): RequestHandler =>
  (request, response) => {
    requestState(response).route = path;
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendMethodNotAllowed(response, ['GET', 'HEAD']);
    return answer(response, request);
  };

/** Routes without a key: OpenAPI, docs, texts for language models and health. */
export const createPublicRouter = ({ documentation, ready }: PublicRoutesOptions): Router => {
  const router = Router({ caseSensitive: true });
  const { openApiText, llmsText, llmsFullText, page, assets } = documentation;
  const add = (path: string, answer: Answer): void => {
    router.all(path, readOnly(path, answer));
  };
  add('/openapi.json', (response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', DOCS_CACHE);
    response.type('application/json').send(openApiText());
  });
  add('/docs', (response) => {
    const { html, policy } = page();
    response.setHeader('content-security-policy', policy);
    response.type('text/html').send(html);
  });
  add('/docs/assets/*name', async (response, request) => {
    const base = assets().path;
    const { path } = request;
    const file = path.startsWith(`${base}/`) ? assets().fileOf(path.slice(base.length + 1)) : undefined;
    if (file === undefined) return sendError(response, 'not_found');
    const body = await readFile(file);
    response.setHeader('cache-control', ASSET_CACHE);
    response.type(file.endsWith('.css') ? 'text/css' : 'text/javascript').send(body);
  });
  const texts = [
    ['/llms.txt', llmsText],
    ['/llms-full.txt', llmsFullText],
  ] as const;
  for (const [path, text] of texts) {
    add(path, (response) => {
      response.setHeader('cache-control', DOCS_CACHE);
      response.type('text/plain').send(text());
    });
  }
  add('/', (response) => response.redirect('/docs'));
  add('/healthz', (response) => {
    response.json({ status: 'ok' });
  });
  add('/readyz', async (response) => {
    try {
      await ready();
      response.json({ status: 'ok' });
    } catch {
      // Only the private port says which part is down.
      sendError(response, 'overloaded', { message: 'The service is not ready.', retryAfterSeconds: 1 });
    }
  });
  return router;
};
