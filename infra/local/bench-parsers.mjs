import { runBuilt } from './run-built.mjs';

/** What parsing a captured page costs, operation by operation. */
await runBuilt('bench/dist/parsers/main.js');
