/** Two characters of each script, and two emoji. */
export const SAMPLES = {
  Latin: 'Aß',
  Greek: 'Ωλ',
  Cyrillic: 'Жя',
  Arabic: 'سع',
  Hebrew: 'אב',
  Devanagari: 'कख',
  Thai: 'กข',
  Chinese: '汉語',
  Japanese: 'あネ',
  Korean: '한글',
  emoji: '😀🚀',
};

/**
 * A page that draws each character on a canvas and writes the result into `#signs`: how many pixels have ink, whether there is
 * colour, and a checksum of the pixels. A character that no font has looks like an unassigned one.
 */
export const fontPage = () => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Signs</title></head>
<body style="font: 40px sans-serif">
${Object.entries(SAMPLES)
  .map(([name, text]) => `<p>${name} ${text}</p>`)
  .join('\n')}
<pre id="signs"></pre>
<script>
const draw = (sign) => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d');
  context.font = '40px sans-serif';
  context.fillText(sign, 4, 48);
  const points = context.getImageData(0, 0, 64, 64).data;
  let ink = 0, sum = 0, isColoured = false;
  for (let at = 0; at < points.length; at += 4) {
    if (points[at + 3] === 0) continue;
    ink += 1;
    sum = (sum * 31 + at + points[at + 3]) % 1000000007;
    if (points[at] !== points[at + 1] || points[at] !== points[at + 2]) isColoured = true;
  }
  return { sign, ink, sum, isColoured };
};
const samples = ${JSON.stringify(SAMPLES)};
const none = draw('\\u{10FFFE}');
const signs = Object.entries(samples).flatMap(([script, text]) => [...text].map((sign) => ({ script, ...draw(sign) })));
document.querySelector('#signs').textContent = 'SIGNS' + JSON.stringify({ none, signs }) + 'END';
</script></body></html>`;

const unescape = (text) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Problems with the characters that a rendered page drew, as lines. */
export const fontProblems = (content) => {
  const [, json] = /SIGNS(\{.*?\})END<\/pre>/s.exec(content) ?? [];
  if (json === undefined) return ['the page did not draw its signs'];
  const { none, signs } = JSON.parse(unescape(json));
  const lacking = signs
    .filter(({ ink, sum }) => ink < 20 || sum === none.sum)
    .map(({ script, sign }) => `${script} ${sign}`);
  const twins = signs.filter(({ sum }, index) => signs.findIndex((other) => other.sum === sum) !== index);
  const colourless = signs.filter(({ script, isColoured }) => script === 'emoji' && !isColoured);
  return [
    ...lacking.map((sign) => `no font has ${sign}`),
    ...twins.map(({ script, sign }) => `${script} ${sign} looks like another sign`),
    ...colourless.map(({ sign }) => `${sign} has no colour`),
  ];
};
