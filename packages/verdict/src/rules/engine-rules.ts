import {
  blocked,
  type BlockRule,
  CHALLENGE_CHARS,
  classStarts,
  consent,
  hostOf,
  isShort,
  NOTICE_CHARS,
  pathOf,
  scriptWall,
  some,
} from './block-rule.js';
import type { Evidence } from '../evidence/evidence.js';
import type { PageShape } from '../evidence/page-shape.js';

/**
 * What search engines show instead of results. Their words are of any language and their classes change, so that each page is
 * known by several marks: where its forms are sent, what its fields are called, which scripts it loads, where its links lead.
 */

const SHELL_CHARS = 600;
const CONSENT_CHARS = 8_000;
/** A shell links to itself and to a help page; results link elsewhere. */
const MAX_SHELL_LINKS = 6;
const MAX_LINKS_AWAY = 2;

const OWN_HOST = /(?:^|\.)(?:google|youtube|withgoogle|gstatic)\.(?:[a-z]{2,3}\.)?[a-z]{2,6}$/;

const leadsAway = (href: string): boolean => {
  if (/^\/url\?|^\/aclk\?/.test(href)) return true;
  const host = hostOf(href.startsWith('//') ? `https:${href}` : href);
  return host !== '' && !OWN_HOST.test(host);
};

const hasGoogleResults = ({ ids, linkUrls }: PageShape): boolean =>
  ids.has('search') || ids.has('rso') || linkUrls.filter(leadsAway).length > MAX_LINKS_AWAY;

const RECAPTCHA = /(?:google\.com|recaptcha\.net|gstatic\.com)\/recaptcha\//;

const asksForCaptcha = (shape: PageShape): boolean =>
  shape.fields.has('captcha') ||
  shape.fields.has('g-recaptcha-response') ||
  shape.ids.has('recaptcha') ||
  classStarts(shape, 'g-recaptcha') ||
  some([...shape.scriptUrls, ...shape.frameUrls], RECAPTCHA);

const UNUSUAL_TRAFFIC_HELP =
  /^(?:https?:)?\/\/support\.google\.[a-z.]+\/websearch\/(?:bin\/)?answer(?:\.py\?(?:\S*&)?answer=|\/)86640\b/;

const isGoogleSorry = (shape: PageShape, { url }: Evidence): boolean => {
  if (/(?:^|\.)google\.[a-z.]+$/.test(hostOf(url)) && pathOf(url).startsWith('/sorry/')) return true;
  if (!isShort(shape, NOTICE_CHARS) || hasGoogleResults(shape)) return false;
  const leadsBack = shape.ids.has('captcha-form') || shape.fields.has('continue');
  return (
    (leadsBack && asksForCaptcha(shape)) ||
    some(shape.formActions, /CaptchaRedirect\b|(?:google\.[a-z.]+)?\/sorry\//) ||
    (some(shape.linkUrls, UNUSUAL_TRAFFIC_HELP) && shape.linkCount <= MAX_SHELL_LINKS)
  );
};

const SCRIPTS_RETRY = /\/httpservice\/retry\/enablejs\b/;
/** The shell's link for clients where its scripts fail. */
const SHELL_LINK = /^(?:https:\/\/www\.google\.[a-z.]+)?\/search\?\S*\bemsg=SG_/;

const isGoogleShell = (shape: PageShape): boolean => {
  if (!isShort(shape, SHELL_CHARS) || shape.linkCount >= MAX_SHELL_LINKS || hasGoogleResults(shape)) return false;
  const { noscript, refresh, linkUrls } = shape;
  return (
    SCRIPTS_RETRY.test(`${noscript} ${refresh?.url ?? ''}`) ||
    some(linkUrls, SCRIPTS_RETRY) ||
    some(linkUrls, SHELL_LINK)
  );
};

const isScholarCaptcha = (shape: PageShape): boolean =>
  shape.isWhole &&
  !shape.classes.has('gs_or') &&
  (shape.ids.has('gs_captcha_f') || some(shape.scriptUrls, /\/recaptcha\/\S*\bonload=gs_captcha/));

const CONSENT_ORIGIN = /^https:\/\/consent\.(?:google|youtube)\.[a-z.]+\//;

const isGoogleConsent = (shape: PageShape, { url }: Evidence): boolean => {
  if (/^consent\.(?:google|youtube)\./.test(hostOf(url))) return true;
  if (hasGoogleResults(shape)) return false;
  // Loaded only by the page with the question, which has so many scripts that it may not be read to its end.
  if (some(shape.scriptUrls, /boq-identity\.ConsentUi/)) return true;
  const leads = [...shape.formActions, ...(shape.refresh?.isInNoscript ? [shape.refresh.url] : [])];
  return isShort(shape, CONSENT_CHARS) && some(leads, CONSENT_ORIGIN);
};

const GOOGLE: readonly BlockRule[] = [
  blocked('google_sorry', isGoogleSorry),
  blocked('google_scholar_captcha', isScholarCaptcha),
  // Another exit gets the same response: for a record the next tier is tried at once.
  scriptWall(
    'google_scripts_required',
    (shape, { tier, purpose }) => tier === 'http' && purpose === 'record' && isGoogleShell(shape),
  ),
  blocked('google_scripts_required', isGoogleShell),
  consent('google_consent', isGoogleConsent),
];

const isDuckDuckGoAnomaly = (shape: PageShape): boolean => {
  if (some(shape.formActions, /\/anomaly\.js\?/)) return true;
  if (!isShort(shape, NOTICE_CHARS)) return false;
  const names = [...shape.ids, ...shape.testIds, ...shape.classes, ...shape.fields];
  if (some(names, /^(?:anomaly-modal|image-check_)/)) return true;
  const mentions = `${shape.text} ${shape.linkUrls.join(' ')}`;
  return isShort(shape) && shape.linkCount < MAX_SHELL_LINKS && /\berror-lite(?:\+\w+)?@duckduckgo\.com/.test(mentions);
};

const TURNSTILE = /^(?:https?:)?\/\/challenges\.cloudflare\.com\//;

const isBing = (shape: PageShape, url: string): boolean =>
  /(?:^|\.)bing\.com$/.test(hostOf(url)) || shape.ids.has('b_header') || shape.ids.has('sb_form');

const isUnlisted = (shape: PageShape): boolean =>
  isShort(shape, CHALLENGE_CHARS) && !shape.ids.has('b_results') && !shape.ids.has('b_content');

const isBingCaptcha = (shape: PageShape, { url }: Evidence): boolean => {
  if (!shape.isWhole || shape.classes.has('b_algo') || shape.classes.has('b_no')) return false;
  const loads = [...shape.scriptUrls, ...shape.frameUrls];
  if (isBing(shape, url) && some([...loads, url], /\/turing\/captcha\//)) return true;
  if (!some(loads, TURNSTILE)) return false;
  if (shape.classes.has('captcha_header') || shape.ids.has('turnstile-widget')) return true;
  if (!isBing(shape, url)) return false;
  // With no list of results beside it, the challenge is the page.
  const isAsked = shape.classes.has('cf-turnstile') || shape.fields.has('cf-turnstile-response');
  return isAsked ? !shape.ids.has('b_results') : isUnlisted(shape);
};

export const ENGINE_RULES: readonly BlockRule[] = [
  ...GOOGLE,
  blocked('duckduckgo_anomaly', isDuckDuckGoAnomaly),
  blocked('bing_captcha', isBingCaptcha),
];
