import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordProof, type Alert, type FleetService, type Reading } from '@quarry/testkit';
import { askPanel, dashboardQueries, EMPTY_PANELS, type PanelAnswer } from './dashboards.js';
import { isSame, SERVICES, startOpsScene, until, within, type OpsScene } from './ops-scene.js';
import { readScaledObjects, scaleNow, type Answer } from './scaled-objects.js';
import { burst, QUEUES, sendAllKinds, stopBatches, submitHanging, submitManyHanging, submitSlow } from './traffic.js';

const program = process.env['TEST_PROMETHEUS'];
/** More than two replicas of 16 slots. */
const BURST = 48;
const BURSTS = 5;
const [JOBS, ITEMS] = [3, 100];
/** More than 400 jobs for each of two replicas of batch-fanout, plus the tolerance of a tenth. */
const JOB_BURST = 900;
/** A replica leads no more. */
const MAX_LED_JOBS = 500;
const LED_WITHIN_S = 120;
/** From an event to Prometheus: the gateway's sample, a scrape, an evaluation. */
const SEEN_WITHIN_S = 15;
const EMPTIED_WITHIN_S = 60;
/** Recorded series are computed every 5 s; a rate needs two values. */
const RECORDED_WITHIN_S = 60;
/** `QuarryServiceDown` waits 24 s here; a process starts within seconds. */
const DOWN_WITHIN_S = 24 + 60;
/** Two minutes without an end of a job, one more, and the time of a start. */
const STANDS_STILL_WITHIN_S = 180 + 60;
/** The longest range of an alert that a stopped worker may raise is 5 minutes. */
const ALERTS_END_WITHIN_S = 300 + 60;
/** Nine hundred batches, and callers who have waited for minutes already. */
const ANSWERED_WITHIN_S = 120;

const objects = readScaledObjects('production');
const WITHOUT_GATEWAYS = Object.fromEntries(
  objects.map(({ metadata: { name }, spec }) => [
    name,
    { values: name === 'batch-fanout' ? [0, undefined] : [undefined], desired: spec.fallback.replicas },
  ]),
);
const minimum = (name: string): number =>
  objects.find(({ metadata }) => metadata.name === name)?.spec.minReplicaCount ?? 0;

const soleValue = (readings: readonly Reading[]): number => Number(readings[0]?.value[1]);

(program ? describe : describe.skip)('a running fleet and Prometheus', () => {
  let scene: OpsScene;
  let startedAtMs: number;

  /** KEDA's decision for each service now, from its least number of replicas. */
  const scaling = async (): Promise<Record<string, Answer>> => {
    const answers = objects.map(async (object): Promise<[string, Answer]> => {
      const name = object.metadata.name;
      return [name, await scaleNow(scene.prometheus, object, minimum(name))];
    });
    return Object.fromEntries(await Promise.all(answers));
  };
  /** The greatest value of a worker's query since then. */
  const greatest = async (name: string, sinceMs: number): Promise<number> => {
    const seconds = Math.ceil((Date.now() - sinceMs) / 1_000);
    const query = objects.find(({ metadata }) => metadata.name === name)?.spec.triggers[0]?.metadata.query ?? '';
    return soleValue(await scene.prometheus.query(`max_over_time((${query})[${seconds}s:1s])`));
  };
  const AT_REST = Object.fromEntries(
    objects.map(({ metadata, spec }) => [
      metadata.name,
      { values: spec.triggers.map(() => 0), desired: spec.minReplicaCount },
    ]),
  );
  const untilAtRest = (seconds: number) =>
    until('nothing is left to do', seconds, scaling, (now) => isSame(now, AT_REST));
  const firing = async (): Promise<readonly Alert['labels'][]> =>
    (await scene.prometheus.alerts()).filter(({ state }) => state === 'firing').map(({ labels }) => labels);
  /** Services that an alert reports as down. */
  const missed = async (): Promise<unknown[]> =>
    (await firing())
      .filter(({ alertname }) => alertname === 'QuarryServiceDown')
      .map(({ service }) => service)
      .sort();
  /** Does something while services are down, and waits until the alert has fired and ended. */
  const without = async (services: readonly FleetService[], during = async (): Promise<void> => {}): Promise<void> => {
    const before = await missed();
    const expected = [...before, ...services].sort();
    const releases = services.map((service) => scene.keepDown(service));
    try {
      await during();
      await until('the alerts fire', DOWN_WITHIN_S, missed, (now) => isSame(now, expected));
    } finally {
      for (const release of releases) release();
    }
    await until('the alerts end', DOWN_WITHIN_S, missed, (now) => isSame(now, before));
  };
  const prove = (name: string, cases: number, sinceMs: number, note: string): void =>
    recordProof({ name, cases, failures: 0, seconds: (Date.now() - sinceMs) / 1_000, note });

  beforeAll(async () => {
    startedAtMs = Date.now();
    scene = await startOpsScene(program ?? '');
  }, 180_000);
  afterAll(async () => scene?.close(), 90_000);

  it('an idle fleet asks for its least replicas, by an answer of every query', async () => {
    const sinceMs = Date.now();
    await untilAtRest(SEEN_WITHIN_S);
    expect(objects.map(({ metadata }) => metadata.name).sort()).toEqual(
      SERVICES.filter((name) => name !== 'gateway' && name !== 'console').sort(),
    );
    const replicas = objects.map(({ metadata, spec }) => `${metadata.name} ${spec.minReplicaCount}`);
    prove('idle: queries answered', objects.flatMap(({ spec }) => spec.triggers).length, sinceMs, replicas.join(', '));
  });

  it('a burst makes every worker type ask for more, by what waits and runs, once for all gateways', async () => {
    const sinceMs = Date.now();
    const wanted = Math.ceil(BURST / 16);
    for (let round = 0; round < BURSTS; round += 1) {
      const answered = burst(scene, BURST);
      const wishes = new Map<string, number>();
      const look = async (): Promise<number[]> => {
        for (const [name, { desired }] of Object.entries(await scaling())) {
          wishes.set(name, Math.max(desired, wishes.get(name) ?? 0));
        }
        return QUEUES.map((queue) => wishes.get(queue) ?? 0);
      };
      await until('a burst is seen', SEEN_WITHIN_S, look, (desired) => desired.every((count) => count >= wanted));
      expect(new Set(await within('a burst is answered', EMPTIED_WITHIN_S, answered))).toEqual(new Set([200]));
      await untilAtRest(EMPTIED_WITHIN_S);
      for (const queue of QUEUES) expect(await greatest(queue, sinceMs)).toBeLessThanOrEqual(BURST);
    }
    for (const queue of QUEUES) expect(wanted).toBeGreaterThan(minimum(queue));
    prove(
      'bursts: replicas wanted',
      BURSTS * QUEUES.length,
      sinceMs,
      `${wanted} of each worker at ${BURST} requests each`,
    );
  }, 900_000);

  it('batches are counted by their jobs and by their open items', async () => {
    const sinceMs = Date.now();
    const jobs = await submitHanging(scene, JOBS, ITEMS);
    const open = JOBS * ITEMS;
    const expected = {
      'batch-fanout': { values: [JOBS, open], desired: minimum('batch-fanout') },
      'browser-scrape': { values: [open], desired: Math.ceil(open / 16) },
    };
    try {
      await until('batches are led', SEEN_WITHIN_S, scaling, (now) => isSame({ ...now, ...expected }, now));
    } finally {
      await stopBatches(scene, jobs);
    }
    await untilAtRest(EMPTIED_WITHIN_S);
    const out = (): Promise<number> => scene.prometheus.query('sum(batch_items_in_flight)').then(soleValue);
    await until('no item is out', SEEN_WITHIN_S, out, (count) => count === 0);
    prove('batches: counted', JOBS, sinceMs, `${JOBS} jobs led, ${open} open items`);
  }, 240_000);

  it('every expression of every dashboard is answered', async () => {
    const sinceMs = Date.now();
    await sendAllKinds(scene);
    const queries = dashboardQueries();
    expect(EMPTY_PANELS.filter((name) => !queries.some(({ panel }) => panel === name))).toEqual([]);
    const unexplained = async (): Promise<PanelAnswer[]> => {
      const answers = await Promise.all(queries.map((query) => askPanel(scene.prometheus, query, startedAtMs)));
      return answers.filter(
        ({ panel, series, refusal }) => series === 0 && !(refusal === undefined && EMPTY_PANELS.includes(panel)),
      );
    };
    await until('panels have data', RECORDED_WITHIN_S, unexplained, (answers) => answers.length === 0);
    prove(
      'dashboards: expressions answered',
      queries.length,
      sinceMs,
      `panels that need an event: ${EMPTY_PANELS.length}`,
    );
  }, 120_000);

  it('no alert has fired until now', async () => {
    const namesOf = async (state: string): Promise<string[]> => {
      const alerts = await scene.prometheus.query(`count_over_time(ALERTS{alertstate="${state}"}[1h])`);
      return [...new Set(alerts.map(({ metric }) => metric['alertname'] ?? ''))].sort();
    };
    expect(await namesOf('firing')).toEqual([]);
    const pending = (await namesOf('pending')).join(', ') || 'none';
    prove('alerts: none fired on the healthy fleet', BURSTS, startedAtMs, `pending for moments: ${pending}`);
  });

  it('a burst of batches makes batch-fanout ask for more, and its end takes that back', async () => {
    const sinceMs = Date.now();
    const object = objects.find(({ metadata }) => metadata.name === 'batch-fanout');
    if (object === undefined) throw new Error('batch-fanout has no ScaledObject');
    const least = minimum('batch-fanout');
    const look = (present: number) => (): Promise<Answer> => scaleNow(scene.prometheus, object, present);
    const ledByEach = async (): Promise<number[]> =>
      (await scene.prometheus.query('batch_jobs_led')).map(({ value }) => Number(value[1]));
    await until('both are seen', SEEN_WITHIN_S, ledByEach, ({ length }) => length === least);
    const jobs = await within('batches are accepted', ANSWERED_WITHIN_S, submitManyHanging(scene, JOB_BURST));
    let wanted: Answer;
    try {
      wanted = await until('more is asked for', LED_WITHIN_S, look(least), ({ desired }) => desired > least);
      expect(Math.max(...(await ledByEach()))).toBeLessThanOrEqual(MAX_LED_JOBS);
    } finally {
      await stopBatches(scene, jobs);
    }
    expect(wanted.desired).toBe(least + 1);
    await until('no more is asked for', SEEN_WITHIN_S, look(wanted.desired), ({ desired }) => desired === least);
    await untilAtRest(EMPTIED_WITHIN_S);
    const note = `${wanted.desired} of batch-fanout at ${String(wanted.values[0])} jobs led, ${least} afterwards`;
    prove('burst of batches: replicas wanted', jobs.length, sinceMs, note);
  }, 600_000);

  const WORKERS: readonly FleetService[] = ['batch-fanout', 'serp', 'sites'];
  it('each worker type that stops raises its alert, which ends when it is back', async () => {
    const sinceMs = Date.now();
    await without(WORKERS);
    prove('alerts: QuarryServiceDown came and went', WORKERS.length, sinceMs, WORKERS.join(', '));
  }, 240_000);

  it('work that nobody takes raises alerts, which end when it is done', async () => {
    const sinceMs = Date.now();
    const raised = new Set<string>();
    const expected = ['QuarryBacklogOld', 'QuarryReplicaDown', 'QuarryServiceDown', 'QuarryWorkStandsStill'];
    const look = async (): Promise<string[]> => {
      for (const { alertname = '' } of await firing()) raised.add(alertname);
      return [...raised].sort();
    };
    await until('earlier alerts end', ALERTS_END_WITHIN_S, firing, (alerts) => alerts.length === 0);
    const release = scene.keepDown('browser-scrape');
    const answered = submitSlow(scene, ITEMS).then(() => burst(scene, BURST, ['browser-scrape']));
    try {
      await until('alerts fire', STANDS_STILL_WITHIN_S, look, (names) =>
        expected.every((name) => names.includes(name)),
      );
    } finally {
      release();
    }
    await until('alerts end', ALERTS_END_WITHIN_S, firing, (alerts) => alerts.length === 0);
    await untilAtRest(EMPTIED_WITHIN_S);
    const statuses = [...new Set(await within('callers are answered', ANSWERED_WITHIN_S, answered))].join(', ');
    prove(
      'alerts: work without its worker',
      raised.size,
      sinceMs,
      `${[...raised].sort().join(', ')}; callers got ${statuses}`,
    );
  }, 1_200_000);

  it('without gateways no query answers 0: there is an error, and nothing is taken away', async () => {
    const sinceMs = Date.now();
    // Leaders report their jobs; gateways report open items.
    await without(['gateway'], async () => {
      await until('gateways are missed', SEEN_WITHIN_S, scaling, (now) => isSame(now, WITHOUT_GATEWAYS));
    });
    const replicas = objects.map(({ metadata, spec }) => `${metadata.name} ${spec.fallback.replicas}`);
    prove('no gateways: errors, fallback, alert', objects.length, sinceMs, replicas.join(', '));
  }, 300_000);
});
