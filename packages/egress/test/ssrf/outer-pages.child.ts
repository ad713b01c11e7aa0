import { endSharedBrowser } from '../scene/shared-browser.js';
import { openBrowserScene } from './browser/browser-scene.js';
import { startDnsServer } from './dns-server.js';
import { tryNames, tryOuterPages } from './outer-pages.js';

/** Runs where every address is ours, those of the machine's name servers too. */
const DNS_PORT = 53;
const scene = await openBrowserScene({ addresses: ['0.0.0.0', '::'] });
const servers = await Promise.all(
  ['0.0.0.0', '::'].map((address) => startDnsServer(() => undefined, DNS_PORT, address)),
);
// Names first: what a browser asks for is counted from its start.
const names = await tryNames(scene, servers);
const ends = await tryOuterPages(scene, true);
const late = await scene.close();
await endSharedBrowser();
for (const server of servers) server.close();
process.stdout.write(JSON.stringify({ ends, names, late }));
