import { named, Walker, type Role } from './walker.js';

/** More stops than any page has. */
const STOPS_MAX = 400;

/** What has the focus, marked so that the page's own selectors find it; also within what a frame shows. */
const MARK = 'data-focus-at';
interface Marked {
  hasAttribute(name: string): boolean;
}

/** Runs in the page: marks what has the focus. False where nothing has it. */
const MARK_FOCUS = `(() => {
  for (const one of document.querySelectorAll('[${MARK}]')) one.removeAttribute('${MARK}');
  const at = document.activeElement;
  if (at === null || at === document.body) return false;
  at.setAttribute('${MARK}', '');
  return true;
})()`;
/** Runs in the page: whether a person sees where the focus is. */
const IS_SEEN = `(() => {
  const at = document.activeElement;
  const isOutlined = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
  };
  const around = [at, at.parentElement, at.closest('label'), at.nextElementSibling];
  return at.localName === 'iframe' || around.some((one) => one !== null && isOutlined(one));
})()`;

/** A person without a mouse: Tab, arrows, Enter, Escape. Each stop on the way must show that the focus is there. */
export class KeyboardWalker extends Walker {
  /** Stops at which nobody sees the focus, each as the start of its markup. */
  readonly unseen = new Set<string>();

  override async click(role: Role, name: string): Promise<void> {
    this.clicks += 1;
    await this.page.waitForSelector(named(role, name));
    await this.#goTo(named(role, name), role, name);
    await this.page.keyboard.press(role === 'checkbox' || role === 'radio' ? 'Space' : 'Enter');
  }

  /** In a dialog the keyboard reaches nothing else. */
  override clickLast(role: Role, name: string): Promise<void> {
    return this.click(role, name);
  }

  override async clickLinkTo(path: string): Promise<void> {
    this.clicks += 1;
    const selector = `main a[href^="${path}"]`;
    await this.page.waitForSelector(selector);
    await this.#goTo(selector);
    await this.page.keyboard.press('Enter');
  }

  override async focusField(selector: string): Promise<void> {
    await this.page.waitForSelector(selector);
    await this.#goTo(selector);
  }

  override async pickInFrame(path: string): Promise<void> {
    await (await this.frameAt(path)).waitForSelector('h1');
    await this.#goTo('iframe');
    await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('Enter');
  }

  /** Presses Tab, and arrows within lists of tabs and menus, until what the selector finds has the focus. */
  async #goTo(selector: string, role?: Role, name = ''): Promise<void> {
    for (let stops = 0; stops < STOPS_MAX; stops += 1) {
      if (await this.#isAt(selector)) return;
      await this.page.keyboard.press(await this.#keyFor(role, name));
      if (!(await this.page.evaluate(MARK_FOCUS))) continue;
      if (!(await this.page.evaluate(IS_SEEN))) {
        this.unseen.add(String(await this.page.evaluate('document.activeElement.outerHTML.slice(0, 120)')));
      }
    }
    throw new Error(`${this.page.url()}: the keyboard does not reach ${selector}`);
  }

  async #isAt(selector: string): Promise<boolean> {
    if (!(await this.page.evaluate(MARK_FOCUS))) return false;
    for (const found of await this.page.$$(selector)) {
      if (await found.evaluate((one: unknown, mark) => (one as Marked).hasAttribute(mark), MARK)) return true;
    }
    return false;
  }

  /** Arrows move within the list of tabs or choices that has what is looked for, and Tab passes all others. */
  async #keyFor(role: Role | undefined, name: string): Promise<'Tab' | 'ArrowDown' | 'ArrowRight'> {
    if (role === 'menuitem') return 'ArrowDown';
    if (role !== 'tab' && role !== 'radio') return 'Tab';
    const isInside = await this.page.evaluate(
      `document.activeElement.closest('[role=tablist], [role=radiogroup], fieldset')?.innerText.includes(${JSON.stringify(name)})`,
    );
    return isInside === true ? 'ArrowRight' : 'Tab';
  }
}
