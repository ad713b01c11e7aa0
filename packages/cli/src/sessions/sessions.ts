import { z } from 'zod';
import { groupDigits } from '@quarry/contracts';
import { askFleet } from '../fleet/ask-fleet.js';
import type { Fleet } from '../fleet/fleet-options.js';
import { succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { renderTable, type Column } from '../output/table.js';
import { toSecond } from '../requests/page-of-rows.js';

const sessionSchema = z.looseObject({
  name: z.string(),
  hosts: z.array(z.string()).optional(),
  cookiesCount: z.number().optional(),
  proxyType: z.string().optional(),
  proxyCountry: z.string().optional(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
});
const listSchema = z.object({ sessions: z.array(sessionSchema) });

type Session = z.infer<typeof sessionSchema>;

/** Hosts that a row shows. */
const SHOWN_HOSTS = 3;

const hostsOf = ({ hosts = [] }: Session): string =>
  hosts.length <= SHOWN_HOSTS
    ? hosts.join(', ')
    : `${hosts.slice(0, SHOWN_HOSTS).join(', ')} and ${hosts.length - SHOWN_HOSTS} more`;

const COLUMNS: readonly Column<Session>[] = [
  { heading: 'NAME', cell: ({ name }) => name },
  { heading: 'COOKIES', isNumber: true, cell: ({ cookiesCount }) => groupDigits(cookiesCount ?? 0) },
  { heading: 'EXIT', cell: ({ proxyType, proxyCountry }) => [proxyType, proxyCountry].filter(Boolean).join(' ') },
  { heading: 'LAST USED (UTC)', cell: ({ lastUsedAt }) => toSecond(lastUsedAt) },
  { heading: 'EXPIRES (UTC)', cell: ({ expiresAt }) => toSecond(expiresAt) },
  { heading: 'HOSTS', cell: hostsOf },
];

interface OneInput {
  readonly name: string;
  readonly isJson: boolean;
}

const pathOf = (name: string): string => `/sessions/${encodeURIComponent(name)}`;

export const listSessions = (fleet: Fleet, { isJson }: Pick<OneInput, 'isJson'>): Promise<Outcome> =>
  askFleet(fleet, { method: 'GET', path: '/sessions', schema: listSchema }, (list) => {
    if (isJson) return succeedWithJson(list);
    return list.sessions.length === 0 ? succeed('', 'No sessions.') : succeed(renderTable(COLUMNS, list.sessions));
  });

export const showSession = (fleet: Fleet, { name, isJson }: OneInput): Promise<Outcome> =>
  askFleet(fleet, { method: 'GET', path: pathOf(name), schema: sessionSchema }, (session) =>
    isJson ? succeedWithJson(session) : succeed(renderTable(COLUMNS, [session])),
  );

export const deleteSession = (fleet: Fleet, { name, isJson }: OneInput): Promise<Outcome> =>
  askFleet(fleet, { method: 'DELETE', path: pathOf(name), schema: z.object({ name: z.string() }) }, (deleted) =>
    isJson ? succeedWithJson(deleted) : succeed(`${deleted.name} is deleted`),
  );
