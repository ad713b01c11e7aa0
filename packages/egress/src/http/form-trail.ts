import { siteOf } from '../politeness/site-of.js';
import type { FetchRequest } from '../port.js';

/** What a submitted form leaves in the requests of its navigation. */
export interface FormTrail {
  /** Of the page that the form stood on: the one it was sent to. */
  readonly origin: string;
  /** How far from there the navigation has gone. */
  readonly site: 'same-origin' | 'same-site' | 'cross-site';
  /** Encoded fields; absent once a redirect asks for a page instead. */
  readonly form?: string;
}

/** A redirect would take the form to another origin: it is sent to the one it was meant for alone. */
export const FORM_LED_AWAY = 'form_redirected_away';
export const FORM_LED_AWAY_MESSAGE =
  'The target redirects the form to another origin, to which it is not sent. Send the form to that address instead.';

/** Redirects that have the form sent once more; all others ask for a page. */
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

/** The trail behind a redirect from an answer with `statusCode` to `next`. */
export const followRedirect = (trail: FormTrail, statusCode: number, next: URL): FormTrail | typeof FORM_LED_AWAY => {
  const { origin, form } = trail;
  // What has been elsewhere stays as far: a way back does not make it near again.
  const site = further(trail.site, distance(new URL(origin), next));
  if (form === undefined || !KEEPS_FORM.has(statusCode)) return { origin, site };
  return site === 'same-origin' ? { origin, site, form } : FORM_LED_AWAY;
};
