import type { Page } from 'puppeteer-core';
import { pause } from '../../fetch/pause.js';
import type { ShownPage } from './read-document.js';
import { settlePage } from './settle-page.js';

/** How often a document is looked at whose end has not been told, how often at most, and for how many looks it must be complete. */
const END_LOOK_MS = 1_000;
const MAX_END_LOOKS = 600;
const COMPLETE_LOOKS = 3;
/** How long the target of a page that leads on is waited for. */
export const LEAD_ANSWER_MS = 30_000;
const LEAD_LOOK_MS = 25;

const ENDLESS_TYPE = /^\s*multipart\/x-mixed-replace\b/i;

/** The page was refused, leads nowhere, or goes round in circles. */
export const isLedAway = ({ page, guard }: ShownPage): boolean =>
  guard.refusal() !== undefined || guard.isLoop() || page.url().startsWith('chrome-error:');

const isOver = (shown: ShownPage): boolean => isLedAway(shown) || shown.options.signal.aborted || shown.page.isClosed();

const isComplete = (page: Page): Promise<boolean> =>
  page.evaluate(`document.readyState === 'complete'`).then(
    (complete) => complete === true,
    () => false,
  );

/** False where the page is on its way to a document whose target has not answered in time. */
const untilAnswered = async (shown: ShownPage): Promise<boolean> => {
  const { track, options } = shown;
  const maxLooks = (options.limits?.leadAnswerMs ?? LEAD_ANSWER_MS) / LEAD_LOOK_MS;
  for (let look = 0; track.isAwaited() && !isOver(shown); look += 1) {
    if (look >= maxLooks) return false;
    await pause(LEAD_LOOK_MS, options.signal);
  }
  return true;
};

/** The browser does not always tell the end of a document that a script led away from: one that is complete for some looks is taken for whole. */
const untilReceived = async (shown: ShownPage): Promise<void> => {
  const { page, track, options } = shown;
  const isEndless = () => ENDLESS_TYPE.test(track.latest()?.headers()['content-type'] ?? '');
  let completeLooks = 0;
  for (let look = 0; look < MAX_END_LOOKS && completeLooks < COMPLETE_LOOKS; look += 1) {
    if (track.isReceived() || track.isAwaited() || isEndless() || isOver(shown)) return;
    const over = new AbortController();
    const hasEnded = await Promise.race([
      track.nextEnd().then(() => true),
      pause(END_LOOK_MS, AbortSignal.any([options.signal, over.signal])).then(() => false),
    ]);
    over.abort();
    if (hasEnded) await settlePage(page, options.signal, options.limits);
    else completeLooks = (await isComplete(page)) ? completeLooks + 1 : 0;
  }
};

/**
 * Settles the page, and again as long as it leads on or its last document is not here as a whole. False where it is on its
 * way to a document that does not come.
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
