import { runMain } from '../host/progress.mjs';
import { readReplicas, REPLICAS_USAGE } from './replicas.mjs';
import { runFleet } from './run-fleet.mjs';

await runMain(async () => {
  const replicas = readReplicas(process.argv.slice(2));
  if (replicas) return runFleet({ replicas });
  process.stdout.write(REPLICAS_USAGE);
  return 0;
});
