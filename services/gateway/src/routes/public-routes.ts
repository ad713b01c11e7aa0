import { Router, type RequestHandler, type Response } from 'express';
import { requestState } from '../http/request-state.js';
import { sendError, sendMethodNotAllowed } from '../http/send-error.js';
import type { DocsPage } from '../docs/docs-page.js';

export interface PublicRoutesOptions {
  /** Built on first use. */
  readonly openApiText: () => string;
  readonly docsPage: DocsPage;
  readonly llmsText: string;
  /** Resolves if the gateway's dependencies respond; the caller bounds the time. */
  readonly ready: () => Promise<void>;
}

const DOCS_CACHE = 'public, max-age=300';

const readOnly =
  (path: string, answer: (response: Response) => void | Promise<void>): RequestHandler =>
  (request, response) => {
    requestState(response).route = path;
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendMethodNotAllowed(response, ['GET', 'HEAD']);
    return answer(response);
  };

/** Routes without a key: OpenAPI, docs, llms.txt and health. */
export const createPublicRouter = ({ openApiText, docsPage, llmsText, ready }: PublicRoutesOptions): Router => {
  const router = Router({ caseSensitive: true });
  const add = (path: string, answer: (response: Response) => void | Promise<void>): void => {
    router.all(path, readOnly(path, answer));
  };
  add('/openapi.json', (response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', DOCS_CACHE);
    response.type('application/json').send(openApiText());
  });
  add('/docs', (response) => {
    response.setHeader('content-security-policy', docsPage.policy);
    response.setHeader('cache-control', DOCS_CACHE);
    response.type('text/html').send(docsPage.html);
  });
  add('/llms.txt', (response) => {
    response.setHeader('cache-control', DOCS_CACHE);
    response.type('text/plain').send(llmsText);
  });
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
