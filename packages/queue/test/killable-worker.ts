import { argv, stdout } from 'node:process';
import { openQueue } from '../src/open-queue.js';

/** A worker process to be killed: says `began <requestId>` and never ends its job. Arguments: URL, prefix. */
const [, , redisUrl = '', prefix = ''] = argv;
const queue = openQueue({ redisUrl, prefix, log: { warn: () => undefined, error: () => undefined } });
await queue.startWorker({
  queue: 'serp',
  slots: 4,
  lockRenewMs: 200,
  handle: async (job) => {
    stdout.write(`began ${job.requestId}\n`);
    await new Promise(() => undefined);
  },
});
stdout.write('ready\n');
