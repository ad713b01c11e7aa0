import type { RequestHandler, Response } from 'express';
import { refuse } from '../http/errors.js';
import { requestState } from '../http/request-state.js';
import { APP_POLICY, ASSET_POLICY } from '../http/security-headers.js';
import { sendRefusal } from '../http/send-refusal.js';
import { sendAsset } from './send-asset.js';
import type { WebFiles } from './web-files.js';

/** Names of these files have a hash of their content. */
const HASHED = '/assets/';
const FOREVER = 'public, max-age=31536000, immutable';
const FRESH = 'no-cache';

const NOT_BUILT = 'The web app is not built. Run npm run build.\n';

const sendPage = (response: Response, page: string | undefined): void => {
  if (page === undefined) {
    response.status(503).setHeader('content-type', 'text/plain; charset=utf-8');
    response.end(NOT_BUILT);
    return;
  }
  response.setHeader('content-security-policy', APP_POLICY);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(response.req.method === 'HEAD' ? undefined : page);
};

/** Files of the web app; any other path that a browser opens is a page of the app, which routes by itself. */
export const createWebRoute =
  ({ assets, page, pickerPath }: WebFiles): RequestHandler =>
  async (request, response, next) => {
    const { path, method } = request;
    if (method !== 'GET' && method !== 'HEAD') return next();
    const asset = assets.get(path);
    if (asset !== undefined) {
      requestState(response).route = '<web>';
      response.setHeader('content-security-policy', ASSET_POLICY);
      // Stored pages have no origin, and load this script alone.
      if (path === pickerPath) {
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('cross-origin-resource-policy', 'cross-origin');
      }
      return sendAsset(request, response, asset, path.startsWith(HASHED) ? FOREVER : FRESH);
    }
    if (path.startsWith('/api/') || path === '/api' || path.startsWith(HASHED)) return next();
    requestState(response).route = '<page>';
    if (!request.accepts('html')) return sendRefusal(response, refuse('not_found'));
    return sendPage(response, page);
  };
