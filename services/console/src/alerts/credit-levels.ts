import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { groupDigits } from '@quarry/contracts';
import type { AccountStore, Period } from '@quarry/store';
import { ALERT_KNOWN_IDS, DAY_SUM_LOOK_MS, LEVELS_AT_ONCE } from '../bounds.js';
import { dayOf } from '../utc-day.js';
import type { Alert, AlertSource } from './alert.js';
import type { AccountAlertSettings, AlertSettingsStore } from './alert-settings.js';

const KIND = 'credits.level';
const DAY_MS = 86_400_000;
const PATH = '/usage';

export interface CreditLevelsOptions {
  readonly accounts: Pick<AccountStore, 'get' | 'period' | 'spending'>;
  readonly settings: Pick<AlertSettingsStore, 'pages'>;
}

const credits = (count: number): string => `${groupDigits(count)} ${count === 1 ? 'credit' : 'credits'}`;

type Subject = Pick<Alert, 'accountId' | 'kind' | 'path'> & { readonly name: string };

/** Held credits are not used yet: most of them come back. */
const leftOf = ({ granted, charged }: Period): number => granted - charged;

/** Of the levels that are passed only the highest is due: whoever sets 50 and 80 at 85 % wants one message. */
const shareAlert = (subject: Subject, shares: readonly number[], period: Period): Alert[] => {
  const { granted, charged, startMs, endMs } = period;
  const [share] = shares.filter((one) => granted > 0 && charged * 100 >= granted * one).toSorted((a, b) => b - a);
  if (share === undefined) return [];
  const { name, ...rest } = subject;
  return [
    {
      ...rest,
      id: `credits.share.${rest.accountId}.${startMs}.${share}`,
      title: `${name} has used ${share} % of its credits`,
      text: `${name} has used ${groupDigits(charged)} of the ${credits(granted)} of this period, which is ${share} % or more. ${credits(leftOf(period))} are left until ${dayOf(endMs)} (UTC).`,
    },
  ];
};

const leftAlert = (subject: Subject, level: number | undefined, period: Period): Alert[] => {
  const left = leftOf(period);
  if (level === undefined || left >= level) return [];
  const { name, ...rest } = subject;
  return [
    {
      ...rest,
      id: `credits.left.${rest.accountId}.${period.startMs}.${level}`,
      title: `${name} has fewer than ${credits(level)} left`,
      text: `${name} has ${credits(left)} left in this period, which ends on ${dayOf(period.endMs)} (UTC). Calls are refused when none are left.`,
    },
  ];
};

const dayAlert = (subject: Subject, level: number, spent: number, day: string): Alert[] => {
  if (spent <= level) return [];
  const { name, ...rest } = subject;
  return [
    {
      ...rest,
      id: `credits.day.${rest.accountId}.${day}.${level}`,
      title: `${name} has spent more than ${credits(level)} today`,
      text: `${name} has spent ${credits(spent)} on ${day} (UTC), more than the ${groupDigits(level)} that its owners expect of a day.`,
    },
  ];
};

/** Levels of the credits that accounts have set. Each is due once in a period, or on a day. */
export const createCreditLevels = ({ accounts, settings }: CreditLevelsOptions): AlertSource => {
  /** When the day of an account may be summed again. */
  const nextSums = new LRUCache<string, number>({ max: ALERT_KNOWN_IDS });

  const spentToday = async (accountId: string, sinceMs: number): Promise<number> => {
    const { rows } = await accounts.spending(accountId, { sinceMs, untilMs: sinceMs + DAY_MS });
    return rows.reduce((sum, row) => sum + row.credits, 0);
  };

  const ofAccount = async (own: AccountAlertSettings, nowMs: number): Promise<readonly Alert[]> => {
    const { accountId, shares, creditsLeft, creditsPerDay } = own;
    if (shares.length === 0 && creditsLeft === undefined && creditsPerDay === undefined) return [];
    const account = await accounts.get(accountId);
    if (account === null || account.isDisabled) return [];
    const period = await accounts.period(accountId);
    if (period === null) return [];
    const subject = { accountId, kind: KIND, path: PATH, name: account.name };
    const alerts = [...shareAlert(subject, shares, period), ...leftAlert(subject, creditsLeft, period)];
    if (creditsPerDay === undefined) return alerts;
    const dayMs = nowMs - (nowMs % DAY_MS);
    // A period that began before today has all of it: the day's sum reads many rows, and is not needed while this is small.
    if (period.startMs <= dayMs && period.charged <= creditsPerDay) return alerts;
    if (nowMs < (nextSums.get(accountId) ?? 0)) return alerts;
    const spent = await spentToday(accountId, dayMs);
    nextSums.set(accountId, nowMs + DAY_SUM_LOOK_MS);
    return [...alerts, ...dayAlert(subject, creditsPerDay, spent, dayOf(dayMs))];
  };

  return {
    name: 'credit levels',
    due: async (nowMs) => {
      const limit = pLimit(LEVELS_AT_ONCE);
      const alerts: Alert[] = [];
      for await (const page of settings.pages()) {
        const found = await Promise.all(page.map((own) => limit(() => ofAccount(own, nowMs))));
        alerts.push(...found.flat());
      }
      return alerts;
    },
  };
};
