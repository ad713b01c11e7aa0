import express from 'express';
import { listen } from '../src/http/listen.js';
import { setRequestState } from '../src/http/request-state.js';
import { setSecurityHeaders } from '../src/http/security-headers.js';
import type { WebFiles } from '../src/static/web-files.js';
import { createWebRoute } from '../src/static/web-route.js';
import { mockApi } from '../web/dev/mock-console.js';

/** The built app under its own policy, with invented data behind it. The cookie `mock` names the state of the data. */
export const openMockConsole = async (web: WebFiles) => {
  const app = express();
  app.use((_request, response, next) => {
    setRequestState(response, { id: 'mock', route: 'mock' });
    next();
  }, setSecurityHeaders);
  app.use(mockApi);
  app.use(createWebRoute(web));
  const server = await listen(app, { host: '127.0.0.1', port: 0, closeMs: 100 });
  return { url: `http://127.0.0.1:${server.port}`, close: () => server.close() };
};
