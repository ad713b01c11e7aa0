import { createBrowserIdentity } from '../src/identity/browser-identity.js';
import { launchChromium } from '../src/browser/process/chromium-process.js';

/** Starts a browser, tells its pid and lives on until it is killed. */
const [executablePath = '', profileRoot = ''] = process.argv.slice(2);
const { pid, browser } = await launchChromium({ executablePath, profileRoot, identity: createBrowserIdentity() });
await (await browser.newPage()).goto('about:blank');
process.send?.(pid);
setInterval(() => undefined, 60_000);
