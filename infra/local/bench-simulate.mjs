import { runBuilt } from './run-built.mjs';

/** Plays a fleet with the measured figures, and puts them into docs/scaling.md with --write. */
await runBuilt('bench/dist/simulation/main.js');
