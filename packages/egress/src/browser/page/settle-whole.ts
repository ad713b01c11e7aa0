import type { Page } from 'puppeteer-core';
import { LATE, pause, untilAborted, within } from '../../wait.js';
import type { ShownPage } from './read-document.js';
import { settlePage } from './settle-page.js';

/** How often a document without an end event is checked, how often at most, and in how many checks it must be complete. */
const END_LOOK_MS = 1_000;
const MAX_END_LOOKS = 600;
const COMPLETE_LOOKS = 3;
/** Longest wait for the target that a page navigates to. */
export const LEAD_ANSWER_MS = 30_000;
const LEAD_LOOK_MS = 25;

const ENDLESS_TYPE = /^\s*multipart\/x-mixed-replace\b/i;

/** The page was refused, navigated to nowhere, or navigates in circles. */
export const isLedAway = ({ page, guard }: ShownPage): boolean =>
  guard.refusal() !== undefined || guard.isLoop() || page.url().startsWith('chrome-error:');

const isOver = (shown: ShownPage): boolean => isLedAway(shown) || shown.options.signal.aborted || shown.page.isClosed();

const isComplete = (page: Page): Promise<boolean> =>
  page.evaluate(`document.readyState === 'complete'`).then(
    (complete) => complete === true,
    () => false,
  );

/** False if the page navigates to a document whose target has not responded in time. */
const untilAnswered = async (shown: ShownPage): Promise<boolean> => {
  const { track, options } = shown;
  const maxLooks = (options.limits?.leadAnswerMs ?? LEAD_ANSWER_MS) / LEAD_LOOK_MS;
  for (let look = 0; track.isAwaited() && !isOver(shown); look += 1) {
    if (look >= maxLooks) return false;
    await pause(LEAD_LOOK_MS, options.signal);
  }
  return true;
};

/** The browser does not always report the end of a document that a script navigated away from: after some checks, a complete one is accepted. */
const untilReceived = async (shown: ShownPage): Promise<void> => {
  const { page, track, options } = shown;
  const isEndless = () => ENDLESS_TYPE.test(track.latest()?.headers()['content-type'] ?? '');
  let completeLooks = 0;
  for (let look = 0; look < MAX_END_LOOKS && completeLooks < COMPLETE_LOOKS; look += 1) {
    if (track.isReceived() || track.isAwaited() || isEndless() || isOver(shown)) return;
    const ended = await untilAborted(within(track.nextEnd(), END_LOOK_MS), options.signal);
    if (ended !== LATE && !options.signal.aborted) await settlePage(page, options.signal, options.limits);
    else completeLooks = (await isComplete(page)) ? completeLooks + 1 : 0;
  }
};

/**
 * Settles the page, again after each navigation, until its last document is complete. False if it navigates to a document that
 * does not come.
 */
export const settleWhole = async (shown: ShownPage): Promise<boolean> => {
  const { page, track, options } = shown;
  do {
    if (!(await untilAnswered(shown))) return false;
    if (isOver(shown)) return true;
    await settlePage(page, options.signal, options.limits);
    await untilReceived(shown);
  } while (track.isAwaited() && !isOver(shown));
  return true;
};
