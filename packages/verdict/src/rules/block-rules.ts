import {
  blocked,
  type BlockRule,
  classStarts,
  consent,
  hostOf,
  isShort,
  NOTICE_CHARS,
  pathOf,
  softBlock,
  some,
} from './block-rule.js';
import { ENGINE_RULES } from './engine-rules.js';
import type { Evidence } from '../evidence/evidence.js';
import type { PageShape } from '../evidence/page-shape.js';

const CLOUDFLARE: readonly BlockRule[] = [
  blocked(
    'cloudflare_challenge',
    (shape) =>
      isShort(shape, NOTICE_CHARS) &&
      (/_cf_chl_opt\s*=|\bcf_chl_\w+\s*=/.test(shape.inlineScript) ||
        some(shape.scriptUrls, /\/cdn-cgi\/challenge-platform\/\S*(?:orchestrate|chl_page|chl_api)/) ||
        some(shape.formActions, /[?&]__cf_chl_|\/cdn-cgi\/l\/chk_/) ||
        shape.ids.has('cf-challenge-running') ||
        shape.ids.has('challenge-error-text') ||
        (shape.fields.has('cf-turnstile-response') && isTurnstileOnly(shape))),
  ),
  blocked(
    'cloudflare_access_denied',
    (shape, { statusCode }) =>
      statusCode < 500 &&
      (shape.ids.has('cf-error-details') || shape.ids.has('cf-wrapper')) &&
      (/used Cloudflare to restrict access|Attention Required! \| Cloudflare|you have been blocked/i.test(
        `${shape.title} ${shape.heading}`,
      ) ||
        /\b1(?:005|006|007|008|009|010|012|015|020)\b/.test(`${shape.title} ${shape.heading}`)),
  ),
];

/** A challenge frame has no form field besides Turnstile's response. */
const isTurnstileOnly = (shape: PageShape): boolean =>
  isShort(shape, 800) &&
  !shape.hasPassword &&
  [...shape.fields].every((name) => /^(?:cf-|cf_|id_|g-recaptcha|h-captcha|md$|sh$|aw$)|^.{0,12}_response$/.test(name));

const VENDORS: readonly BlockRule[] = [
  blocked(
    'datadome_captcha',
    (shape) =>
      isShort(shape) &&
      some([...shape.scriptUrls, ...shape.frameUrls], /^(?:https?:)?\/\/[\w.-]*captcha-delivery\.com\//),
  ),
  blocked(
    'perimeterx_captcha',
    (shape) =>
      isShort(shape, NOTICE_CHARS) &&
      (shape.ids.has('px-captcha') ||
        shape.ids.has('px-captcha-wrapper') ||
        classStarts(shape, 'px-captcha') ||
        some(shape.scriptUrls, /captcha\.px-(?:cdn|cloud)\.net|\/captcha\/captcha\.js\?a=c/)),
  ),
  blocked(
    'akamai_challenge',
    (shape) =>
      isShort(shape) &&
      (shape.ids.has('sec-if-cpt-container') ||
        shape.ids.has('sec-bc-text-container') ||
        some(shape.scriptUrls, /\/_sec\/cp_challenge\//) ||
        /bm-verify|\/_sec\/verify/.test(`${shape.inlineScript} ${shape.refresh?.url ?? ''}`)),
  ),
  blocked(
    'akamai_access_denied',
    (shape, { headers }) =>
      isShort(shape, 800) &&
      /^access denied$/i.test(shape.title) &&
      (/errors\.edgesuite\.net|You don't have permission to access/i.test(shape.text) ||
        /akamaighost/i.test(headers['server'] ?? '')),
  ),
  blocked(
    'imperva_challenge',
    (shape) =>
      isShort(shape, 600) &&
      some([...shape.scriptUrls, ...shape.frameUrls], /\/_Incapsula_Resource\?/i) &&
      shape.linkCount < 5,
  ),
  blocked(
    'imperva_interruption',
    (shape) =>
      isShort(shape, NOTICE_CHARS) &&
      /\bonProtectionInitialized\b|\bprotectionSubmitCaptcha\b|\bshowBlockPage\b/.test(shape.inlineScript),
  ),
  blocked(
    'distil_interruption',
    (shape) => isShort(shape, NOTICE_CHARS) && /^Pardon Our Interruption/i.test(shape.title) && shape.linkCount < 40,
  ),
  blocked(
    'kasada_challenge',
    (shape, { headers }) =>
      isShort(shape, 300) &&
      (/\bKPSDK\b/.test(shape.inlineScript) ||
        some(shape.scriptUrls, /\/ips\.js\?|\/149e9513-01fa-4fb0-aad4-566afd725d1b\//) ||
        (headers['x-kpsdk-ct'] !== undefined && shape.text === '')),
  ),
  blocked(
    'aws_waf_challenge',
    (shape) =>
      isShort(shape, 600) &&
      (/\bawsWafCookieDomainList\b|\bgokuProps\b|\bAwsWafIntegration\b/.test(shape.inlineScript) ||
        some(shape.scriptUrls, /\.(?:token|captcha)\.awswaf\.com\//)),
  ),
  blocked('vercel_checkpoint', (shape) => isShort(shape, 600) && /^Vercel Security Checkpoint/i.test(shape.title)),
  blocked(
    'sucuri_firewall',
    (shape) =>
      (isShort(shape, 300) && /sucuri_cloudproxy_js/.test(shape.inlineScript)) ||
      (isShort(shape) && /^Sucuri WebSite Firewall/i.test(shape.title)),
  ),
  blocked(
    'ddos_guard_challenge',
    (shape) =>
      isShort(shape) &&
      (/^DDoS-Guard$/i.test(shape.title) || some(shape.scriptUrls, /\/\.well-known\/ddos-guard\/js-challenge/)),
  ),
  blocked(
    'anubis_challenge',
    (shape) => isShort(shape, 3_000) && (shape.ids.has('anubis_challenge') || shape.ids.has('anubis_version')),
  ),
  blocked('fastly_challenge', (shape) => isShort(shape, 600) && some(shape.scriptUrls, /\/_fs-ch-[\w-]+\//)),
  blocked(
    'radware_captcha',
    (shape, { url }) =>
      /\bperfdrive\.com$/.test(hostOf(url)) || (isShort(shape) && /Radware (?:Captcha|Bot Manager)/i.test(shape.title)),
  ),
  blocked(
    'f5_rejected',
    (shape) =>
      isShort(shape, 600) && /requested URL was rejected\. Please consult with your administrator/i.test(shape.text),
  ),
  blocked(
    'wordfence_limited',
    (shape) =>
      isShort(shape, 2_500) &&
      /generated by Wordfence/i.test(shape.text) &&
      /access to this (?:site|service) has been (?:limited|blocked)/i.test(shape.text),
  ),
];

const SITES: readonly BlockRule[] = [
  consent('yahoo_consent', (_shape, { url }) =>
    /^(?:consent|guce)\.(?:[\w-]+\.)?(?:yahoo|aol|oath|techcrunch|engadget)\.com$/.test(hostOf(url)),
  ),
  blocked(
    'yandex_captcha',
    (shape, { url }) =>
      isShort(shape) &&
      (some(shape.formActions, /\/checkcaptcha\b/) ||
        /^\/showcaptcha/.test(pathOf(url)) ||
        shape.ids.has('smartcaptcha-status')),
  ),
  blocked(
    'baidu_captcha',
    (shape, { url }) => hostOf(url) === 'wappass.baidu.com' || (isShort(shape) && classStarts(shape, 'passMod_')),
  ),
  blocked(
    'ebay_challenge',
    (shape, { url }) =>
      (isShort(shape) && /\bChallengeGet\b/.test(shape.inlineScript)) ||
      /^\/splashui\/(?:challenge|captcha)/.test(pathOf(url)),
  ),
  blocked('amazon_captcha', (shape) => isShort(shape) && some(shape.formActions, /\/errors\/validateCaptcha/)),
  softBlock('lodging_search_shell', (shape, evidence) => isLostSearch(shape, evidence)),
];

/** A search whose parameters were lost: the canonical address has none, and there is no card. */
const isLostSearch = (shape: PageShape, { requestedUrl }: Evidence): boolean =>
  /^https:\/\/www\.booking\.com\/searchresults(?:\.[\w-]+)?\.html$/.test(shape.canonical) &&
  /\/searchresults\S*[?&](?:ss|dest_id|latitude)=/.test(requestedUrl) &&
  isShort(shape, NOTICE_CHARS);

const ROBOT_WORDS =
  /not a (?:ro)?bot|are (?:you )?(?:a )?(?:human|robot)|(?:you(?:'|’)?re|you are) (?:a )?human|verify(?:ing)? (?:that )?you|unusual traffic|security (?:check|verification)|human verification|robot check|captcha|bot (?:detected|protection|verification)|browser check|checking your browser|automated (?:access|requests)/i;

const WIDGET =
  /(?:google\.com|recaptcha\.net)\/recaptcha\/|hcaptcha\.com\/|challenges\.cloudflare\.com\/|arkoselabs\.com|funcaptcha|geetest\.com|captcha\.awswaf|smartcaptcha/;

const NOTICE_PAGE_CHARS = 350;
const DENIED_TITLE = /^(?:access denied|blocked|forbidden)$/i;
const ROBOT_TITLE =
  /^(?:access to this page has been denied|you have been blocked|robot check|robot or human\??|are you (?:a )?(?:human|robot)\??|bot verification|security check(?: required)?|human verification|please verify you are (?:a )?human|ddos protection by \S+|client challenge|just a moment\.*)$/i;
const ROBOT_NOTICE =
  /unusual traffic from|automated (?:requests|queries) from|automated access to (?:this|our)|you(?:'|’)?(?:ve| have) been blocked|verify (?:that )?you(?:'|’)?(?:re| are) (?:a )?(?:human|not a)/i;

/** A bare "access denied" says no more than its status does; under a 200 it is a refusal in disguise. */
const saysRefused = (shape: PageShape, { statusCode }: Evidence): boolean =>
  ROBOT_TITLE.test(shape.title) ||
  ROBOT_NOTICE.test(shape.text) ||
  (statusCode < 400 && DENIED_TITLE.test(shape.title));

const GENERIC: readonly BlockRule[] = [
  blocked(
    'captcha',
    (shape) =>
      isShort(shape) &&
      !shape.hasPassword &&
      some([...shape.scriptUrls, ...shape.frameUrls], WIDGET) &&
      ROBOT_WORDS.test(`${shape.title} ${shape.heading}`) &&
      shape.linkCount < 25,
  ),
  softBlock(
    'access_denied_notice',
    (shape, evidence) =>
      isShort(shape, NOTICE_PAGE_CHARS) && shape.linkCount < 6 && shape.mediaCount < 4 && saysRefused(shape, evidence),
  ),
];

export const BLOCK_RULES: readonly BlockRule[] = [...ENGINE_RULES, ...CLOUDFLARE, ...SITES, ...VENDORS, ...GENERIC];
