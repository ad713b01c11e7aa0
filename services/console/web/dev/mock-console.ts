import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin, ViteDevServer } from 'vite';
import { ACCOUNT_ROUTES } from './mock-account.js';
import { ALERT_ROUTES } from './mock-alerts.js';
import { DETAIL_ROUTES } from './mock-details.js';
import { poison } from './mock-hostile.js';
import { OPERATION_ROUTES } from './mock-operations.js';
import { PEOPLE_ROUTES } from './mock-people.js';
import { MOCK_STATES, refusal, type MockReply, type MockRoute, type MockState } from './mock-route.js';
import { READING_ROUTES } from './mock-reading.js';
import { SCHEDULE_ROUTES } from './mock-schedules.js';
import { WORK_ROUTES } from './mock-work.js';

const ROUTES: readonly MockRoute[] = [
  ...PEOPLE_ROUTES,
  ...ACCOUNT_ROUTES,
  ...ALERT_ROUTES,
  ...OPERATION_ROUTES,
  ...READING_ROUTES,
  ...SCHEDULE_ROUTES,
  ...WORK_ROUTES,
  ...DETAIL_ROUTES,
];
const DELAY_MS = 120;
const SLOW_MS = 20_000;

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

const stateOf = ({ headers }: IncomingMessage): MockState => {
  const [, named] = /(?:^|; )mock=([\w-]+)/.exec(headers.cookie ?? '') ?? [];
  return MOCK_STATES.find((state) => state === named) ?? 'full';
};

const send = (response: ServerResponse, { status = 200, body, type = 'application/json', state }: MockReply): void => {
  if (state !== undefined) response.setHeader('set-cookie', `mock=${state}; Path=/`);
  if (type === 'text/html') {
    response.setHeader('content-security-policy', "sandbox allow-scripts; default-src 'none'; frame-ancestors 'self'");
    response.setHeader('x-frame-options', 'SAMEORIGIN');
  }
  response.writeHead(status, { 'content-type': type });
  response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
};

const replyTo = async (request: IncomingMessage): Promise<MockReply> => {
  const state = stateOf(request);
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://console.local');
  const method = request.method ?? 'GET';
  const isSession = pathname === '/api/session';
  if (state === 'errors' && !isSession) {
    return refusal(502, 'api_unavailable', 'The API does not respond. Retry in a moment.');
  }
  const body = await readBody(request);
  for (const route of ROUTES) {
    const found = route.method === method ? route.path.exec(pathname) : null;
    if (!found) continue;
    const reply = route.handle({ state, path: pathname, query, body, parts: found.slice(1) });
    return state === 'hostile' ? { ...reply, body: poison(reply.body) } : reply;
  }
  return refusal(404, 'not_found', 'There is nothing at this address.');
};

/** Answers calls of the invented console's API, in the state that the cookie `mock` names; leaves all others to `next`. */
export const mockApi = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void => {
  if (!request.url?.startsWith('/api/')) return next();
  const isSlow = stateOf(request) === 'slow' && !request.url.startsWith('/api/session');
  setTimeout(
    () => {
      void replyTo(request).then((reply) => send(response, reply), next);
    },
    isSlow ? SLOW_MS : DELAY_MS,
  ).unref();
};

type Middlewares = ViteDevServer['middlewares'];

const serveApi = (middlewares: Middlewares): void => {
  middlewares.use('/mock/', (request, response) => {
    const state = request.url?.slice(1) ?? '';
    response.writeHead(302, { 'set-cookie': `mock=${state}; Path=/`, location: '/' }).end();
  });
  middlewares.use(mockApi);
};

/** As strict as the console's own. */
const POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; frame-src 'self'";

/**
 * A console with invented data, for working on pages without a fleet. Development only; `/mock/<state>` changes its state.
 * `vite preview --mode mock` shows the built app with it, under the policy that the console sends.
 */
export const mockConsole = (): Plugin => ({
  name: 'mock-console',
  configureServer: ({ middlewares }) => serveApi(middlewares),
  configurePreviewServer: ({ middlewares }) => {
    middlewares.use((_request, response, next) => {
      response.setHeader('content-security-policy', POLICY);
      next();
    });
    serveApi(middlewares);
  },
});
