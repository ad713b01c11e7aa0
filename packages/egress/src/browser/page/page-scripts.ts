/**
 * Scripts that run inside pages. They are strings because types and imports of this program do not exist there.
 */

/**
 * Removes what would reach the network without the proxy, or outlive the page. This is hardening only: it does not run in popups
 * and workers. The browser's flags are what confines pages.
 */
export const HARDEN_SCRIPT = `
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) {
    try { delete globalThis[name]; } catch {}
  }
  try { delete Navigator.prototype.serviceWorker; } catch {}
  // Nobody reads the console, and all its output would be sent out of the browser.
  for (const name of Object.keys(console)) {
    if (typeof console[name] === 'function') console[name] = new Proxy(console[name], { apply: () => undefined });
  }
`;

/** Scrolls once through the page, so that lazy images load, and returns to the top. */
export const createScrollScript = (maxHeightPx: number, stepPauseMs: number): string => `
  (async () => {
    const step = Math.max(200, innerHeight);
    const bottom = () => Math.min(${maxHeightPx}, document.documentElement?.scrollHeight ?? 0);
    const go = (top) => scrollTo({ left: 0, top, behavior: 'instant' });
    for (let y = 0; y < bottom(); y += step) {
      go(y);
      await new Promise((resolve) => setTimeout(resolve, ${stepPauseMs}));
    }
    go(0);
  })()
`;

/** Waits until fonts and images are loaded. */
export const ASSETS_READY_SCRIPT = `
  (async () => {
    await document.fonts?.ready;
    await Promise.all([...document.images].filter((image) => !image.complete).map((image) =>
      new Promise((resolve) => { image.onload = image.onerror = resolve; })));
  })()
`;

/** Size of the whole document in CSS pixels. */
export const PAGE_SIZE_SCRIPT = `
  (() => {
    const sizes = [document.documentElement, document.body].filter(Boolean);
    return {
      width: Math.ceil(Math.max(innerWidth, ...sizes.map((one) => one.scrollWidth))),
      height: Math.ceil(Math.max(innerHeight, ...sizes.map((one) => one.scrollHeight))),
    };
  })()
`;
