import type { SiteReply } from './site-pages.js';

const CHALLENGE = `<!doctype html><html><head><title>Just a moment...</title></head><body>
<div id="challenge-form"></div><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>
<script>window._cf_chl_opt={cType:'managed'};</script></body></html>`;

/** What the first word of a search makes a made site do instead of responding. */
const TROUBLES: Readonly<Record<string, SiteReply>> = {
  '!blocked': { status: 403, body: CHALLENGE },
  '!down': { status: 503, body: '' },
  '!strange': {
    body: `<!doctype html><title>Welcome</title><main><h1>Welcome</h1><p>${'Something else stands here today. '.repeat(40)}</p></main>`,
  },
};

/** Undefined where the text names no trouble. */
export const troubleOf = (text: string): SiteReply | undefined => TROUBLES[text.split(' ', 1)[0] ?? ''];
