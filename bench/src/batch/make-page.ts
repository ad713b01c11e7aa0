/** About the size of a page of a shop, a paper or a wiki. */
export const PAGE_BYTES = 190_000;

const WORDS = (
  'stone river quarry lantern harbour morning barge slate terrace winter market bridge granite copper window garden signal ' +
  'letter carter mason ledger weather northern quiet heavy early narrow carved lifted counted carried between against under ' +
  'about before across the the the a a of of to to and and in in with for from by at is was were has'
).split(' ');

type Draw = (below: number) => number;

const drawFrom = (seed: number): Draw => {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 13), 1_274_126_177) + 0x9e37_79b9) >>> 0;
    return state % below;
  };
};

const words = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => WORDS[draw(WORDS.length)] ?? '').join(' ');

const CARD =
  'group relative flex flex-col overflow-hidden rounded-lg border border-slate-200 bg-white p-4 shadow-sm hover:shadow-md';
const LINK =
  'text-sm font-medium text-slate-700 underline-offset-4 hover:text-slate-900 hover:underline focus-visible:ring-2';
const ICON =
  '<svg class="h-4 w-4 shrink-0" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true"><path d="M9 5.25 15.75 12 9 18.75M3.2 4.1c2.4 1.9 3.3 6.6 1.2 9.8"/></svg>';

const link = (draw: Draw, text = words(draw, 2)): string =>
  `<a class="${LINK}" href="/section/${draw(90)}/entry-${draw(9_999)}?ref=page" data-track="nav:${draw(999)}">${text}</a>`;

const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('\n');

const sentence = (draw: Draw): string => `${words(draw, 9 + draw(9))}.`;

const paragraph = (draw: Draw): string =>
  `<p class="mt-4 text-base leading-7 text-slate-800">${sentence(draw)} ${sentence(draw)} <strong>${words(draw, 2)}</strong> ${sentence(draw)} ${link(draw)}, ${sentence(draw)} <em>${words(draw, 3)}</em> ${sentence(draw)}</p>`;

const section = (draw: Draw, index: number): string =>
  `<section id="part-${index}"><h2 class="mt-10 scroll-mt-24 text-2xl font-semibold">${words(draw, 4)}</h2>
${repeat(3, () => paragraph(draw))}
${index % 4 === 0 ? table(draw) : `<ul class="mt-4 list-disc pl-6">${repeat(5, () => `<li class="mt-1"><span>${words(draw, 8)}</span> ${link(draw)}</li>`)}</ul>`}
<figure class="my-6"><img class="w-full rounded" src="/media/${draw(9_999)}.jpg" srcset="/media/${draw(9_999)}-640.jpg 640w, /media/${draw(9_999)}-1280.jpg 1280w" alt="${words(draw, 5)}" loading="lazy"><figcaption>${words(draw, 9)}</figcaption></figure></section>`;

const table = (draw: Draw): string =>
  `<table class="mt-6 w-full border-collapse text-left"><thead><tr><th>Block</th><th>Weight</th><th>From</th></tr></thead><tbody>${repeat(12, () => `<tr class="border-t"><td class="px-3 py-2">${words(draw, 2)}</td><td class="px-3 py-2 tabular-nums">${draw(999)}.${draw(9)} t</td><td class="px-3 py-2">${link(draw)}</td></tr>`)}</tbody></table>`;

const card = (draw: Draw): string =>
  `<li class="${CARD}"><div class="aspect-video"><img src="/media/${draw(9_999)}-320.jpg" alt="${words(draw, 4)}" loading="lazy"></div><h3 class="mt-2 text-sm font-semibold">${link(draw, words(draw, 6))}</h3><p class="text-xs text-slate-500">${words(draw, 12)}</p><div class="mt-auto flex items-center gap-1">${ICON}<span>${draw(60)} min</span></div></li>`;

const comment = (draw: Draw): string =>
  `<article class="border-l pl-4" id="c${draw(99_999)}"><header class="flex gap-2">${ICON}<b>${words(draw, 2)}</b><time datetime="2026-0${1 + draw(9)}-1${draw(9)}">${draw(28)} days ago</time></header><p>${sentence(draw)} ${sentence(draw)}</p><div>${link(draw, 'Reply')} ${link(draw, 'Share')}</div></article>`;

const styles = (draw: Draw): string =>
  repeat(
    150,
    () =>
      `.c${draw(99_999)}>.d${draw(999)}:hover{padding:${draw(40)}px;color:#${draw(999_999)};transform:translateY(-${draw(9)}px)}`,
  );

const script = (draw: Draw): string =>
  `window.__STATE__=${JSON.stringify({ user: null, flags: Array.from({ length: 160 }, () => ({ name: words(draw, 3), value: draw(9_999), hint: words(draw, 7) })) })};`;

const data = (title: string): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    datePublished: '2026-03-14',
  });

/** A made page with the parts of real ones: styles, scripts, navigation, an article with tables, cards, comments. */
export const makePage = (seed: number): string => {
  const draw = drawFrom(seed + 1);
  const title = `Entry ${seed}: ${words(draw, 5)}`;
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="description" content="${words(draw, 20)}"><meta property="og:title" content="${title}"><link rel="canonical" href="/entry-${seed}"><style>${styles(draw)}</style><script type="application/ld+json">${data(title)}</script></head>`;
  const navigation = `<nav class="sticky top-0 z-50 w-full border-b bg-white"><ul>${repeat(70, () => `<li class="inline-flex items-center">${link(draw)}${ICON}</li>`)}</ul></nav>`;
  const rest = `<aside><ul class="grid gap-4">${repeat(36, () => card(draw))}</ul></aside><div class="comments">${repeat(40, () => comment(draw))}</div><footer><ul>${repeat(60, () => `<li>${link(draw)}</li>`)}</ul></footer><script>${script(draw)}</script></body></html>`;
  const start = `${head}<body class="antialiased">${navigation}<main class="mx-auto max-w-3xl px-6"><article><h1>${title}</h1>`;
  const parts: string[] = [];
  let bytes = start.length + rest.length;
  for (let index = 0; bytes < PAGE_BYTES; index += 1) {
    const part = section(draw, index);
    parts.push(part);
    bytes += part.length;
  }
  return `${start}${parts.join('\n')}</article></main>${rest}`;
};
