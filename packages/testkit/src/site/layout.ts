const STYLE = `
:root { --ink: #22303c; --soft: #5b6b78; --line: #dfe5e8; --paper: #fbfaf7; --accent: #b4542d; --wash: #f1ede4; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.65 Georgia, 'DejaVu Serif', serif; }
a { color: var(--accent); text-underline-offset: 3px; }
.bar { border-bottom: 1px solid var(--line); background: #fff; }
.bar div { max-width: 980px; margin: auto; padding: 18px 28px; display: flex; gap: 28px; align-items: baseline; }
.bar strong { font-size: 20px; letter-spacing: .02em; margin-right: auto; }
.bar a { color: var(--soft); text-decoration: none; font-size: 15px; }
main { max-width: 980px; margin: 0 auto; padding: 40px 28px 64px; }
h1 { font-size: 42px; line-height: 1.15; margin: 0 0 12px; letter-spacing: -.01em; }
h2 { font-size: 25px; margin: 40px 0 10px; }
.lead { font-size: 20px; color: var(--soft); max-width: 44em; margin: 0 0 28px; }
.byline { color: var(--soft); font-size: 15px; }
figure { margin: 32px 0; } figure img { width: 100%; border-radius: 10px; display: block; }
figcaption { color: var(--soft); font-size: 14px; margin-top: 8px; }
table { border-collapse: collapse; width: 100%; font-size: 16px; margin: 16px 0; }
th { text-align: left; color: var(--soft); font-weight: normal; border-bottom: 2px solid var(--ink); padding: 8px 12px; }
td { border-bottom: 1px solid var(--line); padding: 9px 12px; } td.number, th.number { text-align: right; }
pre { background: #22303c; color: #f1ede4; padding: 18px 22px; border-radius: 10px; font: 14px/1.6 'DejaVu Sans Mono', monospace; overflow: auto; }
code { font-family: 'DejaVu Sans Mono', monospace; font-size: .86em; }
blockquote { margin: 24px 0; padding: 4px 0 4px 22px; border-left: 4px solid var(--accent); font-style: italic; }
.card { background: #fff; border: 1px solid var(--line); border-radius: 14px; padding: 28px; box-shadow: 0 8px 30px #22303c12; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); gap: 20px; }
.product { display: grid; grid-template-columns: 1fr 1fr; gap: 40px; align-items: center; }
.product img { width: 100%; background: var(--wash); border-radius: 14px; }
.price { font-size: 32px; } .tag { background: var(--wash); border-radius: 99px; padding: 4px 14px; font-size: 14px; }
footer { border-top: 1px solid var(--line); color: var(--soft); font-size: 14px; }
footer div { max-width: 980px; margin: auto; padding: 24px 28px; }
`;

const BAR = `<header class="bar"><div><strong>Slate &amp; Lantern</strong><nav><a href="/">Home</a> &nbsp; <a href="/journal/slate">Journal</a> &nbsp;
<a href="/shop/lantern">Shop</a> &nbsp; <a href="/ja">Japanese</a></nav></div></header>`;
const FOOTER = `<footer><div>Slate &amp; Lantern, Harbour Row 4, Northhaven. Write to <a href="mailto:hello@slate-lantern.example.com">hello@slate-lantern.example.com</a>.</div></footer>`;

export interface PageParts {
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly lang?: string;
  /** Further elements of the head. */
  readonly head?: string;
}

/** A whole page of the site around a body. */
export const layOut = ({ title, description, body, lang = 'en', head = '' }: PageParts): string =>
  `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
${head}
<link rel="stylesheet" href="/style.css">
</head>
<body>
${BAR}
<main>
${body}
</main>
${FOOTER}
</body>
</html>
`;

export const styleSheet = (): string => STYLE;

/** A picture of a landscape: terraces of stone under a low sun. */
export const quarryPicture = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 420">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#33506b"/><stop offset="1" stop-color="#f0b07a"/></linearGradient></defs>
<rect width="960" height="420" fill="url(#sky)"/><circle cx="700" cy="210" r="54" fill="#ffe3b0"/>
${['#5d6f7c', '#4c5d6a', '#3c4c58', '#2d3b46', '#22303c']
  .map((fill, step) => {
    const y = 210 + step * 42;
    const x = step * 90;
    return `<path fill="${fill}" d="M0 ${y} H${620 - x} V${y + 24} H${760 - x} V${y + 44} H960 V420 H0 Z"/>`;
  })
  .join('\n')}
</svg>`;

/** A picture of a lantern. */
export const lanternPicture = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">
<circle cx="200" cy="215" r="150" fill="#ffd98a" opacity=".35"/><path d="M150 120 a50 50 0 0 1 100 0" fill="none" stroke="#22303c" stroke-width="10"/>
<rect x="130" y="120" width="140" height="26" rx="8" fill="#22303c"/><rect x="142" y="146" width="116" height="140" fill="#fff3d1" stroke="#22303c" stroke-width="8"/>
<path d="M200 180 c28 36 18 70 0 78 c-18 -8 -28 -42 0 -78" fill="#e8853b"/><rect x="122" y="286" width="156" height="32" rx="8" fill="#22303c"/></svg>`;
