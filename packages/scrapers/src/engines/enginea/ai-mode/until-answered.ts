/** Longest wait for a page to fill, and longest wait after it stopped growing. */
const MAX_FILL_MS = 18_000;
const QUIET_MS = 3_000;
const LOOK_MS = 100;

/** The controls to rate an answer come with its last part. */
const ANSWER_END = '[data-scope-id="turn"] button[aria-pressed], [data-subtree="aimc"] button[aria-pressed]';

/** A script that ends when the answer is complete, or when the page has stopped growing for a while. */
export const UNTIL_ANSWERED = `await new Promise((done) => {
  let length = -1;
  let quietMs = 0;
  let leftMs = ${MAX_FILL_MS};
  const look = () => {
    const now = document.documentElement.textContent.length;
    quietMs = now === length ? quietMs + ${LOOK_MS} : 0;
    length = now;
    leftMs -= ${LOOK_MS};
    if (document.querySelector(${JSON.stringify(ANSWER_END)}) || quietMs >= ${QUIET_MS} || leftMs <= 0) done();
    else setTimeout(look, ${LOOK_MS});
  };
  look();
})`;
