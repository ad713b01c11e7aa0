import { randomBytes } from 'node:crypto';

export interface ReferencePage {
  readonly html: string;
  /** The Content-Security-Policy for exactly this response. */
  readonly policy: string;
}

const NONCE_BYTES = 16;

const noScriptText = (prefix: string): string =>
  `This reference needs JavaScript. The same is in <a href="${prefix}/llms-full.txt">llms-full.txt</a> and <a href="${prefix}/openapi.json">openapi.json</a>.`;

/**
 * The page of the reference, which loads its files from this gateway alone; made for one response, because styles are allowed by a
 * nonce. Scripts come from files only; style attributes are open, as the reference writes the number of a listing's lines into them.
 * `prefix`: path of the API's public URL, without a trailing slash. `assetsPath`: path of the files below it.
 */
export const referencePage = (prefix: string, assetsPath: string): ReferencePage => {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
<title>Quarry API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${prefix}${assetsPath}/reference.css"></head>
<body><div id="reference" data-prefix="${prefix}"></div><noscript><p>${noScriptText(prefix)}</p></noscript>
<script type="module" src="${prefix}${assetsPath}/reference.js"></script>
</body></html>
`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, policy };
};
