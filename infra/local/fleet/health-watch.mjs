/** Interval of the checks, and timeout of each. */
const HEALTH_CHECK_MS = 5_000;
/** Failed checks in a row that restart a service: a single one may be a busy moment. */
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
 * Polls a service's /healthz and calls `onStuck` after too many failed checks. Returns `stop`, and `started`, to be called when the
 * service is started again: failures count from the first good check on, or from when the service should have become ready.
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
