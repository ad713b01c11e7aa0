export interface InnocentPage {
  readonly name: string;
  readonly url: string;
  readonly statusCode: number;
  readonly html: string;
}

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;

/** Articles are rarely as short as notices; this text makes them as long as short articles. */
const LENGTH = [
  'We asked readers what they do when it happens to them. Most close the tab and look elsewhere, a few write to the owner of the site, and hardly anybody reads what the page says.',
  'None of this is new. Ten years ago the same questions were asked of pop-up windows, and before that of pages that opened only in one browser. What has changed is who asks them.',
  'In the second part we look at what owners see of it: their numbers count whoever came in, and say nothing of those who stood at the door. If you have numbers of your own, send them to us; we print them with your name or without.',
];

const article = (title: string, paragraphs: readonly string[]): string =>
  page(
    title,
    `<header><a href="/">Home</a> <a href="/blog">Blog</a></header><main><article><h1>${title}</h1>${[
      ...paragraphs,
      ...LENGTH,
    ]
      .map((paragraph) => `<p>${paragraph}</p>`)
      .join('')}</article></main><footer><a href="/about">About us</a></footer>`,
  );

const innocent = (
  name: string,
  html: string,
  url = `https://site.example/${name}`,
  statusCode = 200,
): InnocentPage => ({
  name,
  url,
  statusCode,
  html,
});

/** Pages written for this gate: they use the words of block pages, but are not. */
export const INNOCENT_PAGES: readonly InnocentPage[] = [
  innocent(
    'about-cloudflare',
    article('How Cloudflare decides who waits', [
      'When a visitor looks odd, Cloudflare shows “Just a moment...” and checks the browser before the page is let through.',
      'The page says “Checking your browser before accessing” and carries a Ray ID at its foot. Site owners choose how strict it is.',
      'We measured how long the check takes on nine phones and found that most of them are through within two seconds.',
    ]),
  ),
  innocent(
    'about-captchas',
    article('A short history of the CAPTCHA', [
      'Please verify you are a human: few sentences are read more often and liked less. The first tests showed bent letters.',
      'reCAPTCHA put the answers to use by letting people read scanned books; hCaptcha and Turnstile came later.',
      'Today most checks look at behaviour, and the pictures of traffic lights are shown only to those who seem to be robots.',
    ]),
  ),
  innocent(
    'access-denied-guide',
    article('Why am I seeing “Access Denied”?', [
      'Error 403 means that the server understood the request and refuses it. “You don’t have permission to access this server”',
      'is how several firewalls put it, followed by a reference number such as Reference #18.2d351ab8.',
      'Clear your cookies, switch off the VPN, and write to the owner of the site with the reference number.',
    ]),
  ),
  innocent(
    'login',
    page(
      'Sign in',
      '<main><h1>Sign in</h1><form action="/session" method="post"><label>E-mail <input name="email" type="email"></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form><a href="/forgot">Forgot your password?</a></main>',
    ),
    'https://site.example/login',
  ),
  innocent(
    'enable-javascript',
    article('How to enable JavaScript in your browser', [
      'Some pages say “Please enable JavaScript to continue” or “You need to enable JavaScript to run this app”.',
      'In Chrome open Settings, then Privacy and security, then Site settings, and allow JavaScript for all sites.',
      'In Firefox type about:config into the address bar and set javascript.enabled to true.',
    ]),
  ),
  innocent(
    'status',
    page(
      'System status',
      '<main><h1>All systems operational</h1><table><tr><th>API<td>Operational<tr><th>Website<td>Degraded: some visitors see “429 Too Many Requests”<tr><th>Queue<td>Operational</table><h2>Past incidents</h2><p>On Monday an update of the firewall blocked visitors of two networks for six minutes; they saw a captcha. We have put it back.</p></main>',
    ),
  ),
  innocent(
    'not-found-post',
    article('404: the page that taught us design', [
      'Page not found is the page of a site that most visitors meet by chance, and few owners ever look at it.',
      'We collected two hundred of them. The best say what went wrong, offer a search and keep the menu where it was.',
    ]),
  ),
  innocent(
    'real-not-found',
    page(
      'Page not found',
      '<main><h1>404</h1><p>We cannot find that page. Try the <a href="/">home page</a>.</p></main>',
    ),
    'https://site.example/gone',
    404,
  ),
  innocent(
    'bot-product',
    article('Bot protection for shops', [
      'Our product tells robots from people without a captcha. Are you a robot? Then you will not get past us.',
      'DataDome, PerimeterX, Imperva and Akamai are compared with us in the table below; unusual traffic is told within 3 ms.',
      'Press and hold is a test of the past: our customers’ visitors never have to confirm that they are human.',
    ]),
  ),
  innocent(
    'forum',
    page(
      'Blocked by Incapsula? - Forum',
      '<main><h1>Blocked by Incapsula?</h1><div class="post"><p>Since today I get “Request unsuccessful. Incapsula incident ID: 443000270” on my own shop.</p></div><div class="post"><p>Same here. Pardon our interruption is all my customers see. Support says it is a rule that we set ourselves.</p></div><div class="post"><p>Switch the rule off under Security, then Bots. It took a minute here.</p></div></main>',
    ),
  ),
  innocent(
    'contact-with-captcha',
    page(
      'Contact',
      '<main><h1>Contact</h1><p>Write to us about orders, returns or anything else. We answer within two days.</p><form><label>Name <input name="n"></label><label>Message <textarea name="m"></textarea></label><div class="g-recaptcha" data-sitekey="0"></div><button>Send</button></form></main>',
      '<script src="https://www.google.com/recaptcha/api.js" async></script>',
    ),
  ),
  innocent(
    'cookie-banner',
    page(
      'Garden news',
      '<div class="banner"><p>Before you continue: we use cookies.</p><button>Accept all</button><button>Reject all</button></div><main><h1>Garden news</h1><p>The first tulips are out, two weeks earlier than last year, and the bees have found them.</p><p>This weekend we show how to cut apple trees, at ten and at three, in any weather.</p></main>',
    ),
  ),
  innocent(
    'rate-limit-docs',
    article('Rate limits of our API', [
      'You may send 100 requests a minute. Beyond that the API answers 429 Too Many Requests with a Retry-After header.',
      'Automated queries are welcome as long as they keep to it; a blocked key is open again after an hour.',
    ]),
  ),
  innocent('tiny', page('ok', '<p>Hello.</p>')),
  innocent(
    'security-news',
    article('Sorry, you have been blocked: who runs into firewalls', [
      'Attention required, says the page, and then: you are unable to access this site. A study counted how often that happens.',
      'Visitors of old networks are stopped eleven times as often as others, and most of them never find out why.',
    ]),
  ),
  innocent(
    'maintenance-history',
    article('Temporarily unavailable: ten years of outages', [
      'The service is temporarily unavailable. Please try again later. Nobody has read this more often than our night shift.',
      'We looked through all 212 entries of our log and sorted them by cause: half of them were certificates.',
    ]),
  ),
  innocent(
    'paywall-essay',
    article('Subscribe to continue reading, or not', [
      'Log in to continue is the new front page of newspapers. We asked five publishers what became of their readers.',
      'Two of them opened their archives again. One closed the comments instead, and nobody noticed.',
    ]),
  ),
];
