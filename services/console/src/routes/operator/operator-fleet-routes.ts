import { operationById, QUEUE_NAMES, type QueueName } from '@quarry/contracts';
import { jsonChoice } from '@quarry/contracts/input';
import { z } from 'zod';
import type { ConsoleParts } from '../../console-parts.js';
import { refuse } from '../../http/errors.js';
import { readBody } from '../../http/read-body.js';
import type { ConsoleRoute } from '../../http/routes.js';
import type { FleetLink } from '../../ports.js';

const NO_SUCH_QUEUE = refuse('not_found', { message: 'There is no such queue.' });
const NO_REDIS = refuse('overloaded', { message: 'Redis does not respond. Retry in a moment.' });

const switchSchema = z.strictObject({
  state: jsonChoice({ note: 'What workers do with it.', required: true, values: ['open', 'paused', 'draining'] }),
});

const isQueue = (name: string): name is QueueName => QUEUE_NAMES.some((one) => one === name);

type Described = Awaited<ReturnType<FleetLink['processes']>>;

const describeProcesses = (processes: Described, nowMs: number) =>
  processes
    .map(({ id, service, host, pid, startedAtMs, build, memoryBytes, activeJobs, slots, pagesOpen, ageMs }) => ({
      ...{ id, service, host, pid, build, memoryBytes, activeJobs, slots, pagesOpen },
      startedAt: new Date(startedAtMs).toISOString(),
      seenAt: new Date(nowMs - ageMs).toISOString(),
    }))
    .sort((one, other) =>
      `${one.service} ${one.host} ${one.pid}` < `${other.service} ${other.host} ${other.pid}` ? -1 : 1,
    );

const NONE = { served: 0, blocked: 0, failed: 0 };

/** Every exit that a worker has, with what it did. Each worker rests an exit for itself. */
const describeExits = (processes: Described, figures: Awaited<ReturnType<FleetLink['exits']>>) => {
  const workers = processes.filter(({ exits }) => exits !== undefined);
  const names = new Set([...workers.flatMap(({ exits = [] }) => exits), ...figures.map(({ exit }) => exit)]);
  return [...names].sort().map((name) => {
    const { lastHour = NONE, lastDay = NONE } = figures.find(({ exit }) => exit === name) ?? {};
    const having = workers.filter(({ exits = [] }) => exits.includes(name));
    const resting = having.flatMap(({ restingExits = [] }) => restingExits.filter(({ exit }) => exit === name));
    const until = resting.flatMap(({ untilMs }) => untilMs ?? []);
    return {
      ...{ name, lastHour, lastDay, workers: having.length },
      // Workers that do not use it at all, and the most sites for which one of them does not.
      downWorkers: until.length,
      ...(until.length > 0 ? { downUntil: new Date(Math.max(...until)).toISOString() } : {}),
      restingSites: Math.max(0, ...resting.map(({ sites }) => sites)),
    };
  });
};

/** Queues, processes and exits of the whole deployment. */
export const openOperatorFleetRoutes = (parts: ConsoleParts): readonly ConsoleRoute[] => {
  const { batches, fleet, clock, noteAction } = parts;
  return [
    {
      method: 'GET',
      path: '/api/operator/queues',
      access: 'operator',
      handle: async () => {
        const [load, figures] = await Promise.all([batches.load(), fleet.queues()]);
        const described = QUEUE_NAMES.map((name) => {
          const own = load.filter(({ operation }) => operationById(operation)?.queue === name);
          const sum = (figure: 'jobs' | 'openItems') => own.reduce((total, one) => total + one[figure], 0);
          return { name, ...figures[name], batches: sum('jobs'), openItems: sum('openItems') };
        });
        return { body: { queues: described } };
      },
    },
    {
      method: 'PUT',
      path: '/api/operator/queues/:name',
      access: 'operator',
      handle: async ({ request, response, visitor }) => {
        const reading = await readBody(request, response, switchSchema);
        if (!reading.ok) return reading.refusal;
        const name = String(request.params['name']);
        if (!isQueue(name)) return NO_SUCH_QUEUE;
        const { state } = reading.params;
        noteAction(visitor, `queue ${state}`, { queue: name });
        try {
          await fleet.setQueue(name, state, visitor.user.email);
        } catch {
          return NO_REDIS;
        }
        return { body: { name, state } };
      },
    },
    {
      method: 'GET',
      path: '/api/operator/fleet',
      access: 'operator',
      handle: async () => {
        try {
          const [processes, figures] = await Promise.all([fleet.processes(), fleet.exits()]);
          return {
            body: { processes: describeProcesses(processes, clock()), exits: describeExits(processes, figures) },
          };
        } catch {
          return NO_REDIS;
        }
      },
    },
  ];
};
