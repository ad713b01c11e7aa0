import { useSyncExternalStore } from 'react';

const TOP_PX = 80;

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
};

/** True while the page is not scrolled: a live list must not move under a reader's eyes. */
export const useAtTop = (): boolean => useSyncExternalStore(subscribe, () => window.scrollY < TOP_PX);
