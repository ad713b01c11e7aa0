import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@quarry/observability';
import type { Store } from '@quarry/store';
import { PassThrough } from 'node:stream';
import { openInlineStore } from '../../../../packages/store/test/sqlite/open-inline-store.js';
import { startMailServer, type MailServer } from '../../test/mail-server.js';
import {
  ALERT_KEPT_MS,
  ALERT_LEASE_MS,
  ALERT_PAUSES_MS,
  ALERT_ROUND_MS,
  ALERT_SEND_LEASE_MS,
  ALERTS_PER_ACCOUNT_DAY,
} from '../bounds.js';
import type { Alert, AlertSource } from './alert.js';
import { createAlertBook } from './alert-book.js';
import { startAlertRounds, type AlertRounds } from './alert-rounds.js';
import { createAlertSettings, type AlertSettingsStore, type ChosenAlertSettings } from './alert-settings.js';
import { createMailer } from './mailer.js';
import { createAlertSender } from './send-alert.js';

const ACCOUNT = 'shop';
const MAILS = { from: 'Quarry <quarry@console.example>', connectMs: 2_000, silentMs: 2_000 };
const alertOf = (id: string, accountId: string | null = ACCOUNT): Alert => ({
  ...{ id, kind: 'credits.level', accountId, title: 'Shop has used 80 %', text: 'So much is used.', path: '/usage' },
});

let folder: string;
let stores: Store[];
let rounds: AlertRounds[];
let mail: MailServer;
let nowMs: number;
let due: Alert[];
let lines: string[];
const clock = (): number => nowMs;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quarry-alerts-'));
  [stores, rounds, due, lines] = [[], [], [], []];
  nowMs = Date.UTC(2026, 10, 24, 12);
  mail = await startMailServer({ unknown: ['gone@shop.example'] });
});
afterEach(async () => {
  await Promise.all(rounds.map((one) => one.close()));
  await Promise.all(stores.map((store) => store.close()));
  await mail.close();
  await rm(folder, { recursive: true, force: true });
});

const source: AlertSource = { name: 'a test', due: async () => due };
/** A lease that is everybody's. */
const NO_LEASE = {
  insert: async () => true,
  get: async () => null,
  replace: async () => null,
  remove: async () => true,
};

/** One console on the shared store. */
const open = (isLeased = true, sources = [source]) => {
  const store = openInlineStore({ path: path.join(folder, 'quarry.sqlite'), clock });
  stores.push(store);
  const { records, webhooks } = store;
  const settings = createAlertSettings(records);
  const book = createAlertBook(records, clock);
  const mailer = createMailer({ url: mail.url, ...MAILS });
  const parts = { settings, webhooks, mailer, operatorEmails: ['op@console.example'] };
  const sender = createAlertSender({ ...parts, consoleUrl: 'https://console.example' });
  const log = createLogger({
    service: 'console',
    level: 'debug',
    stream: new PassThrough().on('data', (chunk: Buffer) => lines.push(chunk.toString())),
  });
  const own = startAlertRounds({
    ...{ sources, book, sender, clock, log, everyMs: 1e9 },
    records: isLeased ? records : NO_LEASE,
  });
  rounds.push(own);
  return { store, settings, book, sender, ...own };
};

/** Settings whose addresses are confirmed. */
const choose = async (settings: AlertSettingsStore, chosen: ChosenAlertSettings): Promise<void> => {
  await settings.put(ACCOUNT, chosen);
  for (const email of chosen.emails) await settings.confirm(ACCOUNT, email);
};

const tell = {
  shares: [80],
  emails: ['ada@shop.example', 'bob@shop.example'],
  webhookUrl: 'https://shop.example/hook',
};

describe('an alert', () => {
  it('is sent once to each place, in plain words, with a link and an id that stays the same', async () => {
    const { store, settings, round } = open();
    await choose(settings, tell);
    due = [alertOf('level.80')];
    for (let count = 0; count < 3; count += 1) {
      await round();
      nowMs += ALERT_ROUND_MS;
    }
    expect(mail.mails.map(({ to }) => to[0]).sort()).toEqual(tell.emails);
    const [first] = mail.mails;
    expect(first?.from).toBe('quarry@console.example');
    expect(first?.raw).toContain('Subject: Shop has used 80 %');
    expect(first?.raw).toContain('https://console.example/usage');
    expect(first?.raw).toMatch(/^Message-ID: <[\da-f]{40}@console\.example>/m);
    const deliveries = await store.webhooks.list(ACCOUNT, { limit: 10 });
    expect(deliveries).toMatchObject([
      {
        ...{ event: 'account.alert', url: tell.webhookUrl, state: 'pending' },
        data: { alertId: 'level.80', kind: 'credits.level', url: 'https://console.example/usage' },
      },
    ]);
  });

  it('is sent once by two that send at the same time, and a restart of both changes nothing', async () => {
    const [one, other] = [open(false), open(false)];
    await choose(one.settings, tell);
    due = [alertOf('level.50'), alertOf('level.80')];
    await Promise.all([one.round(), other.round(), one.round(), other.round()]);
    await open(false).round();
    expect(mail.mails).toHaveLength(4);
    expect(new Set(mail.mails.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1])).size).toBe(4);
    expect(await one.store.webhooks.list(ACCOUNT, { limit: 10 })).toHaveLength(2);
  });

  it('is sent by another if its sender dies between claim and sending, once the claim is over', async () => {
    const [dying, other] = [open(false), open(false)];
    await choose(dying.settings, { ...tell, emails: ['ada@shop.example'], webhookUrl: undefined });
    await dying.book.note(alertOf('level.80'), dying.sender.targetsOf);
    for await (const entry of dying.book.pending())
      expect(await dying.book.claim(entry, { channel: 'email', to: 'ada@shop.example' })).toMatchObject({ attempt: 1 });
    await other.round();
    nowMs += ALERT_SEND_LEASE_MS - 1;
    await other.round();
    expect(mail.mails).toHaveLength(0);
    nowMs += 1;
    await other.round();
    await other.round();
    expect(mail.mails).toHaveLength(1);
  });

  it('is sent though its writer died before it was known, and though nothing names it any more', async () => {
    const { settings, book, sender, store } = open();
    await choose(settings, tell);
    const dying = createAlertBook(
      {
        ...store.records,
        insert: (record) =>
          record.kind === 'alert' ? Promise.reject(new Error('dies')) : store.records.insert(record),
      },
      clock,
    );
    await expect(dying.note(alertOf('level.80'), sender.targetsOf)).rejects.toThrow('dies');
    expect(await book.list(ACCOUNT, 10)).toEqual([]);
    await rounds[0]?.round();
    expect(mail.mails).toHaveLength(2);
    expect(await book.list(ACCOUNT, 10)).toMatchObject([{ alert: { id: 'level.80' } }]);
  });

  it('is sent again after each pause while the server is away, and given up after the last', async () => {
    const { settings, round, book } = open();
    await choose(settings, { ...tell, emails: ['ada@shop.example'], webhookUrl: undefined });
    due = [alertOf('level.80')];
    mail.state.isAway = true;
    await round();
    for (const pauseMs of ALERT_PAUSES_MS) {
      nowMs += pauseMs - 1;
      await round();
      nowMs += 1;
      await round();
    }
    const [entry] = await book.list(ACCOUNT, 1);
    expect(entry?.sendings).toMatchObject([
      { state: 'failed', attempts: ALERT_PAUSES_MS.length + 1, error: expect.stringContaining('451') },
    ]);
    mail.state.isAway = false;
    nowMs += 1e8;
    await round();
    expect(mail.mails).toHaveLength(0);
    expect(lines.join('')).not.toContain('shop.example');
  });

  it('is given up at once for an address that the server does not know, and reaches the others', async () => {
    const { settings, round, book } = open();
    await choose(settings, { ...tell, emails: ['gone@shop.example', 'ada@shop.example'] });
    due = [alertOf('level.80')];
    await round();
    expect(mail.mails.map(({ to }) => to)).toEqual([['ada@shop.example']]);
    const [entry] = await book.list(ACCOUNT, 1);
    expect(entry?.sendings.map(({ to, state, attempts }) => [to, state, attempts])).toEqual([
      ['gone@shop.example', 'failed', 1],
      ['ada@shop.example', 'sent', 1],
      [tell.webhookUrl, 'sent', 1],
    ]);
  });

  it('to the operators goes to theirs alone, and to their list', async () => {
    const { settings, round, book } = open();
    await choose(settings, tell);
    due = [alertOf('exits.down', null)];
    await round();
    expect(mail.mails.map(({ to }) => to)).toEqual([['op@console.example']]);
    expect(await book.list(null, 10)).toMatchObject([{ alert: { id: 'exits.down' } }]);
    expect(await book.list(ACCOUNT, 10)).toEqual([]);
  });

  it('stays known as long as its source names it', async () => {
    const { settings, book, sender } = open();
    await choose(settings, tell);
    expect(await book.note(alertOf('level.80'), sender.targetsOf)).toBe('noted');
    for (let count = 0; count < 4; count += 1) {
      nowMs += ALERT_KEPT_MS * 0.6;
      expect(await book.note(alertOf('level.80'), sender.targetsOf)).toBe('none');
    }
    nowMs += ALERT_KEPT_MS;
    expect(await book.note(alertOf('level.80'), sender.targetsOf)).toBe('noted');
  });

  it('waits for the next day where an account has had too many', async () => {
    const { settings, round } = open();
    await choose(settings, { ...tell, emails: ['ada@shop.example'], webhookUrl: undefined });
    due = Array.from({ length: ALERTS_PER_ACCOUNT_DAY + 2 }, (_, index) => alertOf(`level.${index}`));
    await round();
    expect(mail.mails).toHaveLength(ALERTS_PER_ACCOUNT_DAY);
    nowMs += 86_400_000;
    await round();
    expect(mail.mails).toHaveLength(ALERTS_PER_ACCOUNT_DAY + 2);
  });
});

describe('the rounds', () => {
  it('are made by one console, and by another once it has closed or died', async () => {
    const asked: string[] = [];
    const sourceOf = (name: string): AlertSource => ({
      name,
      due: async () => {
        asked.push(name);
        return [];
      },
    });
    const [one, other, third] = ['one', 'other', 'third'].map((name) => open(true, [sourceOf(name)]));
    await one?.round();
    await other?.round();
    nowMs += ALERT_ROUND_MS;
    await one?.round();
    await other?.round();
    await one?.close();
    await other?.round();
    nowMs += ALERT_LEASE_MS - 1;
    await third?.round();
    nowMs += 1;
    await third?.round();
    expect(asked).toEqual(['one', 'one', 'other', 'third']);
  });

  it('go on with the other sources when one fails', async () => {
    const failing: AlertSource = { name: 'failing', due: () => Promise.reject(new Error('away')) };
    const { settings, round } = open(true, [failing, source]);
    await choose(settings, tell);
    due = [alertOf('level.80')];
    await round();
    expect(mail.mails).toHaveLength(2);
    expect(lines.join('')).toContain('alerts could not be looked for');
  });
});
