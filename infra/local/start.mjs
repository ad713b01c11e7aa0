import { runMain } from './progress.mjs';
import { runFleet } from './run-fleet.mjs';

await runMain(() => runFleet());
