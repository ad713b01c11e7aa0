import type { Evidence, Judgement } from '../evidence/evidence.js';

const blocked = (reason: string): Judgement => ({ verdict: 'blocked', reason });

/** Verdicts that are certain from status, headers and a body that is not a page. */
export const judgeHeaders = ({ statusCode, headers, url }: Evidence): Judgement | undefined => {
  if (headers['cf-mitigated']?.toLowerCase() === 'challenge') return blocked('cloudflare_challenge');
  const wafAction = headers['x-amzn-waf-action']?.toLowerCase();
  if (wafAction === 'challenge' || wafAction === 'captcha') return blocked('aws_waf_challenge');
  const vercel = headers['x-vercel-mitigated']?.toLowerCase();
  if (vercel === 'challenge' || vercel === 'deny') return blocked('vercel_checkpoint');
  if (statusCode === 999) return blocked('http_999');
  if (/^https?:\/\/[\w-]+\.queue-it\.net\//.test(url)) return blocked('queue_it');
  return undefined;
};

const REFUSING_STATUS: ReadonlySet<number> = new Set([401, 403, 405, 406, 407, 412, 418, 429, 451, 503]);

/** Systems that name themselves in the headers of a refusal. Not checked on a page that was served. */
export const refusalSystem = ({ statusCode, headers, bodyBytes }: Evidence): string | undefined => {
  if (!REFUSING_STATUS.has(statusCode) || statusCode === 401) return undefined;
  const server = headers['server']?.toLowerCase() ?? '';
  if (headers['x-datadome'] !== undefined || headers['x-dd-b'] !== undefined || server === 'datadome')
    return 'datadome';
  if (headers['x-kpsdk-ct'] !== undefined || headers['x-kpsdk-r'] !== undefined) return 'kasada';
  if (headers['x-px-block'] !== undefined || headers['x-px-blocked'] !== undefined) return 'perimeterx';
  if (headers['x-sucuri-block'] !== undefined) return 'sucuri';
  if (server === 'ddos-guard') return 'ddos_guard';
  // A smaller body is the edge's own page, not the site's.
  const isEdgePage = bodyBytes < 2_048 && statusCode === 403;
  if (isEdgePage && server === 'akamaighost') return 'akamai';
  if (isEdgePage && headers['x-iinfo'] !== undefined) return 'imperva';
  return undefined;
};

const DATA_MARKS: readonly (readonly [RegExp, string])[] = [
  [/"url"\s*:\s*"https:\/\/[\w.-]*captcha-delivery\.com\//, 'datadome_captcha'],
  [
    /"appId"\s*:\s*"PX\w+"[^]*"(?:blockScript|jsClientSrc|redirectUrl|uuid)"|"redirectUrl"\s*:\s*"\/blocked\?/,
    'perimeterx_captcha',
  ],
  [/\bDDG\.deep\.anomalyDetectionBlock\(/, 'duckduckgo_anomaly'],
];

const DATA_MARK_CHARS = 4_096;

/** Refusals that come as data to a client that asked for data. */
export const judgeData = (text: string): Judgement | undefined => {
  if (text.length > DATA_MARK_CHARS) return undefined;
  const hit = DATA_MARKS.find(([pattern]) => pattern.test(text));
  return hit ? blocked(hit[1]) : undefined;
};
