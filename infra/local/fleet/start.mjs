import { runMain } from '../host/progress.mjs';
import { runFleet } from './run-fleet.mjs';

await runMain(() => runFleet());
