import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** `first-theme.js` reads the same key before the first paint. */
const KEY = 'quarry-theme';
const listeners = new Set<() => void>();

const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme);

const read = (): Theme => {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : 'system';
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Chooses a theme for this browser. */
export const chooseTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
};

/** The chosen theme. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, read);

const DARK = '(prefers-color-scheme: dark)';

const subscribeToColors = (listener: () => void): (() => void) => {
  const media = matchMedia(DARK);
  media.addEventListener('change', listener);
  const unsubscribe = subscribe(listener);
  return () => {
    media.removeEventListener('change', listener);
    unsubscribe();
  };
};

/** Whether dark colours are shown now, by choice or by the system; for what draws itself, such as a plot. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribeToColors, () => {
    const theme = read();
    return theme === 'dark' || (theme === 'system' && matchMedia(DARK).matches);
  });
