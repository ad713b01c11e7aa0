import { readFileSync } from 'node:fs';
import { fleetParts, type FleetParts } from '../fleet/fleet-parts.js';
import { fleetProcesses } from '../fleet/processes.js';
import type { RunningFleet } from '../fleet/start-fleet.js';
import { startTargetSite, type TargetSite } from '../target/target-site.js';
import type { EngineWord } from '../engine/answer-ask.js';
import type { SiteName } from '../sites/start-sites.js';
import { useFleet } from '../fleet/fleet-logs.js';
import { askHost, useOfHost } from './ask-host.js';
import { openAccount, type AccountAccess } from './open-account.js';

/**
 * Addresses that shared fleets may reach, unlike the rest of loopback: a test serves its pages there. Every test process can use
 * any number of its ports.
 */
export const SHARED_NET = '127.1.0.0/16';
export const SHARED_ADDRESS = '127.1.0.1';

/** An engine or a site that a test server stands in for. */
export type Origin = EngineWord | SiteName;

export interface SharedFleet extends RunningFleet, AccountAccess {
  /** Where requests to each origin go. */
  readonly origins: Readonly<Record<Origin, string>>;
  /** Addresses requested from an origin so far, by any test; a form's fields follow after a blank. */
  asked(origin: Origin): Promise<readonly string[]>;
}

/** What the host returns about a fleet. */
export interface SharedFleetFacts extends Omit<RunningFleet, 'processes' | 'output'> {
  readonly outputFile: string;
  readonly origins: SharedFleet['origins'];
}

/**
 * The one fleet on these stores that all tests of a run share, started for the first that asks, and an account in it for the
 * caller alone. It may reach `SHARED_NET`; requests to engines and sites go to test servers. Tests that kill, fill up or
 * reconfigure a fleet start their own instead.
 */
export const sharedFleet = async (
  parts: Pick<FleetParts, 'name'> | undefined = fleetParts()[0],
): Promise<SharedFleet> => {
  const name = parts?.name ?? '';
  await useFleet(name, () => useOfHost({ parts: name }));
  const { outputFile, ...facts } = await askHost<SharedFleetFacts>('/fleet', { parts: name });
  return {
    ...facts,
    ...(await openAccount(facts)),
    processes: (service) => fleetProcesses(facts.runnerPid, service),
    output: () => readFileSync(outputFile, 'utf8'),
    asked: (origin) => askHost('/asked', { parts: name, origin }),
  };
};

/** A site of the caller that shared fleets may read. */
export const startSharedSite = (): Promise<TargetSite> => startTargetSite(0, SHARED_ADDRESS);
