import { confinementProblems, readLimit, watchSandbox } from './container-processes.mjs';
import { fontProblems } from './font-page.mjs';
import { SERVICES } from './image-fleet.mjs';

const CREDITS = 500;
const PLAIN_PRICE = 1;
const RENDERED_PRICE = 10;
const FORMATS = { outputFormat: ['html'] };

/** Which containers reach which over the networks of the compose file, and which must not. */
const CONNECTIONS = [
  ...[...SERVICES, 'cli'].map((from) => ({ from, to: 'redis', port: 6379, network: 'redis', isMeant: true })),
  ...['gateway', 'browser-scrape', 'serp', 'sites', 'batch-fanout', 'cli'].map((from) => ({
    from,
    to: 'files',
    port: 7070,
    network: 'files',
    isMeant: true,
  })),
  { from: 'console', to: 'files', port: 7070, network: 'files', isMeant: false },
  { from: 'console', to: 'gateway', port: 3000, network: 'public', isMeant: true },
  { from: 'redis', to: 'files', port: 7070, network: 'files', isMeant: false },
  { from: 'files', to: 'redis', port: 6379, network: 'redis', isMeant: false },
];

const networkProblems = async (fleet) => {
  const asked = CONNECTIONS.map(async ({ from, to, port, network, isMeant }) => {
    const isReached = await fleet.reaches(from, fleet.addresses[to][network], port);
    return isReached === isMeant ? [] : [`${from} ${isReached ? 'reaches' : 'does not reach'} ${to}`];
  });
  const [site, port] = new URL(fleet.siteUrl).host.split(':');
  const outside = ['gateway', 'console', 'redis', 'files', 'cli'].map(async (from) =>
    (await fleet.reaches(from, site, Number(port))) ? [`${from} has a way to where pages are fetched`] : [],
  );
  return (await Promise.all([...asked, ...outside])).flat();
};

const openClient = (baseUrl, key) => {
  const send = async (path, body) =>
    fetch(path.startsWith('http') ? path : baseUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  return {
    send,
    async available() {
      return (await (await send('/user/me/usage')).json()).data.availableCredits;
    },
  };
};

/** Checks a plain and a rendered scrape: responses, prices, fonts and the screenshot. */
const scrape = async (fleet, report) => {
  const { id } = JSON.parse(await fleet.cli('account', 'create', 'proof', '--credits', String(CREDITS), '--json'));
  const { key } = JSON.parse(await fleet.cli('key', 'create', id, '--json'));
  report.say([], 'the command line of the core image made an account and a key');
  const client = openClient(fleet.baseUrl, key);
  const plain = await client.send('/scrape/web', { url: fleet.siteUrl, ...FORMATS, jsRendering: false });
  const page = { url: fleet.siteUrl, ...FORMATS, jsRendering: true, screenshot: true, wait: 3_000 };
  const [rendered, sandbox] = await Promise.all([client.send('/scrape/web', page), watchSandbox('browser-scrape')]);
  report.say(
    sandbox.problems,
    `Chromium's own sandbox holds under chromium-seccomp.json: processes of pages have user namespaces of their own (${sandbox.pages})`,
  );
  const [first, second] = [await plain.json(), await rendered.json()];
  const left = await client.available();
  report.say(
    [
      ...(plain.status === 200 && first.statusCode === 200 ? [] : [`the plain scrape: ${JSON.stringify(first)}`]),
      ...(rendered.status === 200 && second.rendered
        ? []
        : [`the rendered scrape: ${JSON.stringify(second).slice(0, 800)}`]),
      ...(left === CREDITS - PLAIN_PRICE - RENDERED_PRICE ? [] : [`${left} credits are left`]),
    ],
    `a plain and a rendered scrape through the gateway: ${CREDITS - left} of ${CREDITS} credits charged`,
  );
  report.say(
    fontProblems(second.content ?? ''),
    "the images' Chromium has signs for every script of the page, and emoji in colour",
  );
  const picture = await client.send(second.screenshot ?? '/');
  const bytes = Buffer.from(await picture.arrayBuffer());
  const isPicture = picture.status === 200 && bytes.readUInt16BE(0) === 0xffd8;
  report.say(
    isPicture ? [] : [`status ${picture.status}`],
    `its screenshot came back from the files image (${bytes.length} bytes)`,
  );
};

/** Checks that the console serves its page, and that a link of the command line signs in. */
const signIn = async (fleet, report) => {
  await fleet.cli('user', 'create', 'proof@example.com', '--account', 'proof');
  const { url } = JSON.parse(await fleet.cli('user', 'link', 'proof@example.com', '--json'));
  const page = await fetch(fleet.consoleUrl, { headers: { accept: 'text/html' } });
  const html = await page.text();
  const token = new URL(url).pathname.split('/').at(-1);
  const used = await fetch(`${fleet.consoleUrl}/api/links/use`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-quarry-console': '1', origin: fleet.consoleUrl },
    body: JSON.stringify({ token }),
  });
  const view = await used.json();
  report.say(
    [
      ...(page.status === 200 && html.includes('/assets/') ? [] : [`its page: ${page.status} ${html.slice(0, 200)}`]),
      ...(used.status === 200 && view.user?.email === 'proof@example.com' ? [] : [`the link: ${JSON.stringify(view)}`]),
    ],
    'the console serves its page, and a link of the command line signs in once',
  );
};

/** All checks of the fleet while it runs, and of its end. */
export const proveFleet = async ({ fleet, report }) => {
  const { containers, project } = fleet;
  const names = Object.keys(containers);
  report.say([], `healthy by their own health checks: ${names.join(', ')}`);
  await scrape(fleet, report);
  await signIn(fleet, report);
  report.say(
    names.flatMap(confinementProblems),
    'no process is root or may become it; root file systems are read-only',
  );
  const limits = names.filter((name) => readLimit(name) !== Number(project.services[name].mem_limit));
  report.say(
    limits.map((name) => `${name} has ${readLimit(name)} bytes`),
    'each has the memory limit of the compose file',
  );
  report.say(await networkProblems(fleet), 'networks let through what the table of README.md says');
  const fonts = await containers['browser-scrape'].exec('fc-list', ':lang=ja', 'family');
  report.say(
    fonts.output.includes('Noto Sans CJK') && !fonts.output.includes('error') ? [] : [fonts.output.slice(0, 400)],
    'fc-list knows Noto Sans CJK and reads its cache',
  );
  report.say(
    names
      .filter((name) => !containers[name].isRunning())
      .map((name) => `${name} ended: ${containers[name].log().slice(-400)}`),
    'none ended by itself',
  );
  const ends = await fleet.stopAll();
  report.say(
    ends.filter(({ how }) => how !== 0 && how !== 143).map(({ name, how }) => `${name} ended with ${how}`),
    `SIGTERM ended ${ends.map(({ name, how, seconds }) => `${name} (${how}, ${seconds.toFixed(1)} s)`).join(', ')}`,
  );
};
