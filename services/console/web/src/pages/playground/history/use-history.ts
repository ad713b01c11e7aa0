import { useCallback, useState } from 'react';
import { readHistory, withEntry, type HistoryEntry } from './history-entry.js';

/** One history per account and browser. */
const keyOf = (accountId: string): string => `quarry-playground-${accountId}`;

const load = (key: string): readonly HistoryEntry[] => {
  try {
    return readHistory(localStorage.getItem(key));
  } catch {
    return [];
  }
};

const save = (key: string, history: readonly HistoryEntry[]): void => {
  try {
    localStorage.setItem(key, JSON.stringify(history));
  } catch {
    // Without storage, or with a full one, the history lasts as long as the page.
  }
};

/** The last calls of this browser in an account. */
export const useHistory = (accountId: string) => {
  const key = keyOf(accountId);
  const [history, setHistory] = useState(() => load(key));
  const add = useCallback(
    (entry: HistoryEntry) => {
      // Another tab may have added calls since.
      const next = withEntry(load(key), entry);
      save(key, next);
      setHistory(next);
    },
    [key],
  );
  const clear = useCallback(() => {
    save(key, []);
    setHistory([]);
  }, [key]);
  return { history, add, clear };
};
