import type { Evidence } from '../evidence/evidence.js';
import type { PageShape } from '../evidence/page-shape.js';

const LOGIN_PATH =
  /(?:^|[/_.-])(?:log[_-]?in|sign[_-]?in|log[_-]?on|authwall|authenticate|session[s]?\/new|sso|oauth2?|checkpoint|account[s]?\/(?:login|signin)|users\/sign_in|uas\/login|anmelden|connexion|entrar|acceso)(?:$|[/_.?-])/i;
const LOGIN_HOST = /^(?:login|signin|auth|accounts|sso|idp|passport|id)\./i;
const LOGIN_TITLE =
  /\b(?:log\s?in|sign\s?in|log\s?on|anmelden|connexion|iniciar sesión|accedi|entrar|войти|登录|登入|ログイン|로그인)\b|登录|登入|ログイン|로그인/i;

/** A page with more visible text is not a login page. */
const LOGIN_PAGE_CHARS = 3_000;

const isLoginUrl = (url: string): boolean => {
  try {
    const { hostname, pathname } = new URL(url);
    return LOGIN_HOST.test(hostname) || LOGIN_PATH.test(pathname);
  } catch {
    return false;
  }
};

/** `login_redirect` or `login_form` where the page requires a login. */
export const loginWall = (shape: PageShape, evidence: Evidence): string | undefined => {
  const { isRedirected, requestedUrl, url, purpose } = evidence;
  if (isLoginUrl(requestedUrl)) return undefined;
  const isLoginLike = shape.hasPassword || LOGIN_TITLE.test(`${shape.title} ${shape.heading}`);
  const isSmall = shape.isWhole && shape.text.length <= LOGIN_PAGE_CHARS;
  if (isRedirected && isLoginUrl(url) && isSmall && (isLoginLike || shape.text.length < 400)) return 'login_redirect';
  if (isRedirected && shape.hasPassword && LOGIN_TITLE.test(shape.title) && isSmall) return 'login_redirect';
  if (purpose === 'record' && shape.hasPassword && LOGIN_TITLE.test(`${shape.title} ${shape.heading}`) && isSmall)
    return 'login_form';
  return undefined;
};
