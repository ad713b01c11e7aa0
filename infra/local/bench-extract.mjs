import { runBuilt } from './run-built.mjs';

/** What converting a page costs, beside other libraries; an argument names which rows to run. */
await runBuilt('bench/dist/extract/main.js');
