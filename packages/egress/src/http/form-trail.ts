import { siteOf } from '../politeness/site-of.js';
import type { FetchRequest } from '../port.js';

/** What the requests of a navigation carry after a form was submitted. */
export interface FormTrail {
  /** Of the page that the form is on, which is the origin it was sent to. */
  readonly origin: string;
  /** How far the navigation has left that origin. */
  readonly site: 'same-origin' | 'same-site' | 'cross-site';
  /** Encoded fields; absent once a redirect has turned the POST into a GET. */
  readonly form?: string;
}

/** A redirect would send the form to another origin, which it was not meant for. */
export const FORM_LED_AWAY = 'form_redirected_away';
export const FORM_LED_AWAY_MESSAGE =
  'The target redirects the form to another origin, so it was not sent on. Send the form to that address instead.';

/** Redirects that repeat the POST; after all others the request is a GET. */
const KEEPS_FORM = new Set([307, 308]);
const FAR = ['same-origin', 'same-site', 'cross-site'] as const;

export const startTrail = ({ url, method, body = '' }: FetchRequest): FormTrail | undefined =>
  method === 'POST' ? { origin: new URL(url).origin, site: 'same-origin', form: body } : undefined;

const distance = (from: URL, to: URL): FormTrail['site'] => {
  if (from.origin === to.origin) return 'same-origin';
  return from.protocol === to.protocol && siteOf(from.href) === siteOf(to.href) ? 'same-site' : 'cross-site';
};

const further = (left: FormTrail['site'], right: FormTrail['site']): FormTrail['site'] =>
  FAR.indexOf(left) > FAR.indexOf(right) ? left : right;

/** The trail after a redirect to `next` by a response with `statusCode`. */
export const followRedirect = (trail: FormTrail, statusCode: number, next: URL): FormTrail | typeof FORM_LED_AWAY => {
  const { origin, form } = trail;
  // A navigation that has been cross-site stays so, even when it comes back.
  const site = further(trail.site, distance(new URL(origin), next));
  if (form === undefined || !KEEPS_FORM.has(statusCode)) return { origin, site };
  return site === 'same-origin' ? { origin, site, form } : FORM_LED_AWAY;
};
