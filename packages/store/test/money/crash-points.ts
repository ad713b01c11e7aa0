import type Database from 'better-sqlite3';

type AnyCall = (...args: unknown[]) => unknown;

const isCall = (value: unknown): value is AnyCall => typeof value === 'function';

const RUNS = new Set<string | symbol>(['run', 'get', 'all']);
const KINDS = ['deferred', 'immediate', 'exclusive'] as const;

const guardStatement = (statement: object, point: () => void): object =>
  new Proxy(statement, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (!isCall(value)) return value;
      return (...args: unknown[]): unknown => {
        if (RUNS.has(name)) point();
        return value.apply(target, args);
      };
    },
  });

/** Points before the commit, where everything must be undone, and after it, where only the reply is lost. */
const guardTransaction = (db: Database.Database, work: AnyCall, point: () => void): AnyCall => {
  const transaction = db.transaction((...args: unknown[]) => {
    const result = work(...args);
    point();
    return result;
  });
  const guard =
    (run: AnyCall): AnyCall =>
    (...args) => {
      const result = run(...args);
      point();
      return result;
    };
  return Object.assign(
    guard(transaction),
    Object.fromEntries(KINDS.map((kind) => [kind, guard((...args) => transaction[kind](...args))])),
  );
};

/** The same database, with `point` called before every statement, before every commit and after it. */
export const withCrashPoints = (db: Database.Database, point: () => void): Database.Database =>
  new Proxy(db, {
    get: (target, name) => {
      if (name === 'prepare') return (sql: string): object => guardStatement(target.prepare(sql), point);
      if (name === 'transaction') return (work: AnyCall): AnyCall => guardTransaction(target, work, point);
      const value: unknown = Reflect.get(target, name, target);
      return isCall(value) ? value.bind(target) : value;
    },
  });
