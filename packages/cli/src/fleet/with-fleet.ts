import type { CommandHost } from '../command-host.js';
import type { Outcome } from '../outcome.js';
import { presentationOf, toOutputFile, type OutputOptions, type Presentation } from '../output/presentation.js';
import { failToFind } from './find-fleet.js';
import type { Fleet, FleetOptions } from './fleet-options.js';

export type CallOptions = FleetOptions & OutputOptions;

/** Runs a command against the deployment that its options name, and shows its data as they say. */
export const withFleet = async (
  host: CommandHost,
  options: CallOptions,
  run: (fleet: Fleet, presentation: Presentation) => Promise<Outcome>,
): Promise<void> => {
  const found = await host.findFleet(options);
  if (!found.ok) return host.finish(failToFind(found));
  const outcome = await run(found.fleet, presentationOf(options, host.streams));
  host.finish(await toOutputFile(outcome, options));
};
