/** How often a service is asked whether it gets on, and how long its answer may take. */
export const HEALTH_CHECK_MS = 5_000;
const ANSWER_MS = 5_000;
/** So many bad answers in a row, and the service is started anew: one may be a busy moment. */
export const MAX_BAD_ANSWERS = 3;

const isHealthy = async (healthPort) => {
  try {
    const answer = await fetch(`http://127.0.0.1:${healthPort}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
};

/** Asks a service's /healthz for as long as it runs and calls `onStuck` when it does not get on. Answers how to stop. */
export const watchHealth = ({ healthPort, onStuck, pauseMs = HEALTH_CHECK_MS, check = isHealthy }) => {
  let badAnswers = 0;
  let isStopped = false;
  let timer;
  const look = async () => {
    badAnswers = (await check(healthPort)) ? 0 : badAnswers + 1;
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
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
};
