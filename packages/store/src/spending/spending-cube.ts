import type { SpendingSums } from '../engine-port.js';
import type { KeySpendingRow, SpendingRow } from '../port.js';

interface Sums {
  credits: number;
  requests: number;
  failures: number;
}

type Place = Pick<SpendingRow, 'dayMs' | 'operation'>;
/** By the number of the place. */
type Cells = Map<number, Sums>;

const addTo = (cells: Cells, place: number, { credits, requests, failures }: Sums): void => {
  const known = cells.get(place);
  if (known === undefined) {
    cells.set(place, { credits, requests, failures });
    return;
  }
  known.credits += credits;
  known.requests += requests;
  known.failures += failures;
};

const totalOf = (cells: Cells): Sums => {
  const total: Cells = new Map();
  for (const sums of cells.values()) addTo(total, 0, sums);
  return total.get(0) ?? { credits: 0, requests: 0, failures: 0 };
};

const compareText = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);

const byDay = (left: SpendingRow, right: SpendingRow): number =>
  left.dayMs - right.dayMs ||
  compareText(left.operation, right.operation) ||
  Number(left.host === null) - Number(right.host === null) ||
  compareText(left.host ?? '', right.host ?? '');

/** Keys that have rows of their own. */
export const MAX_SPENDING_KEYS = 100;
/** Keys that are told apart; those after them count as none. */
const MAX_KEYS = 10_000;

/** Sums by day and key. */
const createKeySums = () => {
  /** By key, then by the start of the day. */
  const keys = new Map<string, Cells>();
  const others: Cells = new Map();

  const cellsOf = (keyId: string | null): Cells => {
    if (keyId === null) return others;
    const known = keys.get(keyId);
    if (known !== undefined || keys.size >= MAX_KEYS) return known ?? others;
    const cells: Cells = new Map();
    keys.set(keyId, cells);
    return cells;
  };

  return {
    add: (keyId: string | null, { dayMs, ...sums }: Sums & { readonly dayMs: number }): void =>
      addTo(cellsOf(keyId), dayMs, sums),
    rows: (): KeySpendingRow[] => {
      const ranked = [...keys].sort(([, left], [, right]) => totalOf(right).credits - totalOf(left).credits);
      const rest: Cells = new Map([...others].map(([dayMs, sums]) => [dayMs, { ...sums }]));
      for (const [, cells] of ranked.slice(MAX_SPENDING_KEYS)) {
        for (const [dayMs, sums] of cells) addTo(rest, dayMs, sums);
      }
      const named: readonly [string | null, Cells][] = [...ranked.slice(0, MAX_SPENDING_KEYS), [null, rest]];
      return named
        .flatMap(([keyId, cells]) => [...cells].map(([dayMs, sums]): KeySpendingRow => ({ dayMs, keyId, ...sums })))
        .sort((left, right) => left.dayMs - right.dayMs || compareText(left.keyId ?? '', right.keyId ?? ''));
    },
  };
};

/**
 * Sums by day, operation and host. It remembers at most `maxHosts` hosts, the first that it gets; those after them count as no
 * host, so that a million different ones need no more memory than that many.
 */
export const createSpendingCube = (maxHosts: number) => {
  const places: Place[] = [];
  const numbers = new Map<string, number>();
  const hosts = new Map<string, Cells>();
  const others: Cells = new Map();
  const keys = createKeySums();

  const numberOf = ({ dayMs, operation }: Place): number => {
    const name = `${dayMs} ${operation}`;
    const number = numbers.get(name) ?? places.push({ dayMs, operation }) - 1;
    numbers.set(name, number);
    return number;
  };

  const cellsOf = (host: string | null): Cells => {
    if (host === null) return others;
    const known = hosts.get(host);
    if (known !== undefined) return known;
    if (hosts.size >= maxHosts) return others;
    const cells: Cells = new Map();
    hosts.set(host, cells);
    return cells;
  };

  const mostSpent = (count: number): ReadonlySet<string> => {
    const totals = [...hosts].map(([host, cells]) => ({ host, ...totalOf(cells) }));
    totals.sort(
      (left, right) =>
        right.credits - left.credits || right.requests - left.requests || compareText(left.host, right.host),
    );
    return new Set(totals.slice(0, count).map(({ host }) => host));
  };

  return {
    add: (rows: readonly SpendingSums[]): void => {
      for (const { host, keyId, ...row } of rows) {
        addTo(cellsOf(host), numberOf(row), row);
        keys.add(keyId, row);
      }
    },
    keyRows: keys.rows,
    /** All that was added, in order; hosts but the `namedHosts` with the most credits are summed up as none. */
    rows: (namedHosts: number): SpendingRow[] => {
      const named = mostSpent(namedHosts);
      const rest: Cells = new Map();
      const rows: SpendingRow[] = [];
      const write = (host: string | null, cells: Cells): void => {
        for (const [number, sums] of cells) {
          const place = places[number];
          if (place !== undefined) rows.push({ ...place, host, ...sums });
        }
      };
      const addToRest = (cells: Cells): void => {
        for (const [number, sums] of cells) addTo(rest, number, sums);
      };
      for (const [host, cells] of hosts) {
        if (named.has(host)) write(host, cells);
        else addToRest(cells);
      }
      addToRest(others);
      write(null, rest);
      return rows.sort(byDay);
    },
  };
};
