import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser, type Frame, type Page } from 'puppeteer-core';
import { proofSize, REPOSITORY_ROOT } from '@quarry/testkit';
import { findChromium } from '../../packages/egress/src/browser/process/find-chromium.js';

/** Where pictures are kept after a walk, to be looked at. */
export const SCREENS_FOLDER = join(REPOSITORY_ROOT, '.quarry-screens');
const STEP_TIMEOUT_MS = 20_000;
const POLL_MS = 100;
const DESKTOP = { width: 1_280, height: 800 };
/**
 * The short form is walked by somebody who wants no animations: drawing those that never end takes half of the walk's processor
 * time. The long form has them.
 */
export const MOTION = proofSize(1, 0) === 1 ? [{ name: 'prefers-reduced-motion', value: 'reduce' }] : [];

export type Role = 'button' | 'link' | 'textbox' | 'tab' | 'menuitem' | 'heading' | 'combobox' | 'checkbox' | 'radio';

/** Finds an element as a screen reader does: by role and name. */
export const named = (role: Role, name: string): string => `::-p-aria(${name}[role="${role}"])`;

/** A person in front of Chromium. Every step waits for what it needs, and fails by name when that does not come. */
export class Walker {
  /** Clicks so far. */
  clicks = 0;

  constructor(
    readonly page: Page,
    readonly consoleUrl: string,
  ) {
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.consoleUrl + path, { waitUntil: 'networkidle2', timeout: STEP_TIMEOUT_MS });
  }

  async click(role: Role, name: string): Promise<void> {
    this.clicks += 1;
    await this.page.locator(named(role, name)).click();
  }

  /** Clicks the last of several elements of that name, such as the one in a dialog. */
  async clickLast(role: Role, name: string): Promise<void> {
    this.clicks += 1;
    await this.page.waitForSelector(named(role, name), { timeout: STEP_TIMEOUT_MS });
    await (await this.page.$$(named(role, name))).at(-1)?.click();
  }

  /** Clicks the first link of the page's content whose address begins so. */
  async clickLinkTo(path: string): Promise<void> {
    this.clicks += 1;
    await this.page.locator(`main a[href^="${path}"]`).click();
  }

  /** The address of the first link that a CSS selector finds. */
  async pathOf(selector: string): Promise<string> {
    await this.page.waitForSelector(selector, { timeout: STEP_TIMEOUT_MS });
    return String(await this.page.evaluate(`document.querySelector(${JSON.stringify(selector)}).getAttribute('href')`));
  }

  /** The frame within the page whose address has this path. */
  frameAt(path: string): Promise<Frame> {
    return this.page.waitForFrame((frame) => frame.url().includes(path), { timeout: STEP_TIMEOUT_MS });
  }

  /** Goes on as somebody whom the console has never seen. */
  async forget(): Promise<void> {
    await this.page.deleteCookie(...(await this.page.cookies()));
  }

  /** Replaces a field's text, at once as by pasting. */
  async fill(name: string, text: string, role: Role = 'textbox'): Promise<void> {
    await this.focusField(named(role, name));
    await this.page.keyboard.down('Control');
    await this.page.keyboard.press('a');
    await this.page.keyboard.up('Control');
    await this.page.keyboard.sendCharacter(text);
  }

  async focusField(selector: string): Promise<void> {
    await (await this.page.waitForSelector(selector, { timeout: STEP_TIMEOUT_MS }))?.focus();
  }

  /** Picks the heading of the stored page in the frame whose address has this path. */
  async pickInFrame(path: string): Promise<void> {
    const frame = await this.frameAt(path);
    await frame.waitForSelector('h1');
    await frame.click('h1');
  }

  /** Waits until the page shows this text; returns all of its visible text. */
  async sees(text: string | RegExp): Promise<string> {
    const isShown =
      typeof text === 'string'
        ? `document.body.innerText.includes(${JSON.stringify(text)})`
        : `${String(text)}.test(document.body.innerText)`;
    try {
      await this.page.waitForFunction(isShown, { timeout: STEP_TIMEOUT_MS, polling: POLL_MS });
    } catch (cause) {
      const shown = await this.text();
      throw new Error(`${this.page.url()} does not show ${String(text)}, but:\n${shown.slice(0, 3_000)}`, { cause });
    }
    return this.text();
  }

  text(): Promise<string> {
    return this.page.evaluate('document.body.innerText') as Promise<string>;
  }

  /** The value of the first field, or the text of the first element, that a CSS selector finds. */
  async valueOf(selector: string): Promise<string> {
    await this.page.waitForSelector(selector, { timeout: STEP_TIMEOUT_MS });
    const script = `(({ value, textContent }) => value ?? textContent)(document.querySelector(${JSON.stringify(selector)}))`;
    return String(await this.page.evaluate(script));
  }
}

export interface OpenWalk {
  readonly walker: Walker;
  readonly browser: Browser;
  /** What pages reported as errors: exceptions, refused scripts, failed calls. */
  readonly faults: string[];
  close(): Promise<void>;
}

/**
 * Opens Chromium with one page and `Person` before it; undefined where there is no Chromium. What is downloaded goes into
 * `downloads`. The pages are ours, so it needs no sandbox.
 */
export const openWalk = async (
  consoleUrl: string,
  downloads: string,
  Person: typeof Walker = Walker,
): Promise<OpenWalk | undefined> => {
  const executablePath = process.env['CHROMIUM_PATH'] || (await findChromium());
  if (executablePath === undefined) return undefined;
  await mkdir(SCREENS_FOLDER, { recursive: true });
  const browser = await puppeteer.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--lang=en-US',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ],
  });
  const session = await browser.target().createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  const page = await browser.newPage();
  await page.setViewport(DESKTOP);
  await page.emulateMediaFeatures(MOTION);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`exception: ${String(error)}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
  });
  return {
    walker: new Person(page, consoleUrl),
    browser,
    faults,
    close: () => browser.close(),
  };
};
