import type { BrowserIdentity } from '../identity/browser-identity.js';
import { createCookieJar } from './cookie-jar.js';
import type { RoutedRequest } from '../exits/exit.js';
import { FORM_LED_AWAY, FORM_LED_AWAY_MESSAGE, followRedirect, startTrail, type FormTrail } from './form-trail.js';
import { isRedirect, type HopAnswer } from './hop-answer.js';
import type { HopClient } from './http-hop.js';
import { answered, unanswered, type TierResult } from '../fetch/raw-page.js';
import { createRequestHeaders, pickCallerHeaders } from './request-headers.js';
import type { TargetRule } from '../target/target-rule.js';
import type { TimeBudget } from '../fetch/time-budget.js';

/** Redirects followed in one fetch. */
export const MAX_REDIRECTS = 10;

export interface HttpTierOptions {
  readonly rule: TargetRule;
  readonly client: HopClient;
  readonly identity: BrowserIdentity;
  readonly maxBodyBytes: number;
  /** Default: `MAX_REDIRECTS`. */
  readonly maxRedirects?: number | undefined;
}

export interface HttpTier {
  fetch(request: RoutedRequest, budget: TimeBudget): Promise<TierResult>;
}

/** The redirect's target; undefined for a response that is no redirect. */
const nextUrl = (answer: HopAnswer, current: URL): URL | 'malformed' | undefined => {
  const location = answer.headers['location'];
  if (!isRedirect(answer.statusCode) || location === undefined) return undefined;
  // Node decodes header bytes as latin1; targets send UTF-8 in Location, and browsers read it as that.
  const next = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), current.href);
  if (!next) return 'malformed';
  if (!next.hash) next.hash = current.hash;
  return next;
};

export const withoutUserinfo = (url: URL): string => {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
};

/** Fetches by plain HTTP with the headers of a browser's navigation or form. Each redirect is judged before it is followed. */
export const createHttpTier = ({
  rule,
  client,
  identity,
  maxBodyBytes,
  maxRedirects = MAX_REDIRECTS,
}: HttpTierOptions): HttpTier => ({
  fetch: async (request, budget) => {
    const jar = createCookieJar(request.session?.cookies);
    let url = new URL(request.url);
    let isSameOrigin = true;
    let trail: FormTrail | undefined = startTrail(request);
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const judgement = rule.judgeUrl(url);
      if (!judgement.isAllowed) return unanswered('forbidden', judgement.reason);
      const caller = pickCallerHeaders(request.headers ?? {}, isSameOrigin);
      const cookie = jar.headerFor(url);
      const headers = createRequestHeaders({ url, identity, device: request.device, caller, cookie, trail });
      const sent = { url, headers, form: trail?.form, exit: request.exit };
      const result = await client.send({ ...sent, signal: budget.signal, maxBodyBytes });
      if (!result.isAnswered) return result;
      const { answer } = result;
      jar.store(url, answer.setCookie);
      const next = nextUrl(answer, url);
      if (next === 'malformed') return unanswered('connection_error', 'bad_redirect');
      if (!next) {
        const { statusCode, statusText, headers: answerHeaders, body } = answer;
        const kept = request.session ? { cookieChanges: jar.changes() } : {};
        const shared = { statusCode, statusText, headers: answerHeaders, body, ...kept };
        return answered({ ...shared, url: withoutUserinfo(url), isRedirected: hop > 0, isRendered: false });
      }
      const led = trail && followRedirect(trail, answer.statusCode, next);
      if (led === FORM_LED_AWAY) return unanswered('connection_error', FORM_LED_AWAY, FORM_LED_AWAY_MESSAGE);
      trail = led;
      isSameOrigin &&= next.origin === url.origin;
      url = next;
    }
    return unanswered('connection_error', 'too_many_redirects');
  },
});
