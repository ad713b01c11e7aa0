/** How often a service is asked whether it gets on, and how long its answer may take. */
const HEALTH_CHECK_MS = 5_000;
/** So many bad answers in a row, and the service is started anew: one may be a busy moment. */
export const MAX_BAD_ANSWERS = 3;
/** Longest start of a service. */
export const READY_TIMEOUT_MS = 60_000;

const isHealthy = async (healthPort, answerMs) => {
  try {
    const answer = await fetch(`http://127.0.0.1:${healthPort}/healthz`, { signal: AbortSignal.timeout(answerMs) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
};

/**
 * Asks a service's /healthz for as long as it runs and calls `onStuck` when it does not get on. Answers how to `stop`, and whom to
 * tell that the service was `started` anew: its bad answers count from its first good one on, or from when it should have got ready.
 */
export const watchHealth = ({
  healthPort,
  onStuck,
  pauseMs = HEALTH_CHECK_MS,
  readyWithinMs = READY_TIMEOUT_MS,
  check = isHealthy,
  now = Date.now,
}) => {
  let badAnswers = 0;
  let isStopped = false;
  let countsFromMs = 0;
  let timer;
  const look = async () => {
    const isGood = await check(healthPort, pauseMs);
    if (isGood) countsFromMs = 0;
    badAnswers = isGood || now() < countsFromMs ? 0 : badAnswers + 1;
    if (badAnswers >= MAX_BAD_ANSWERS && !isStopped) {
      badAnswers = 0;
      onStuck();
    }
    schedule();
  };
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(look, pauseMs);
    timer.unref?.();
  };
  schedule();
  return {
    started: () => {
      badAnswers = 0;
      countsFromMs = now() + readyWithinMs;
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
