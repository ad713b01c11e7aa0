import { env, stderr, stdout } from 'node:process';
import { seedDemo } from './demo/seed-demo.js';

const outcome = await seedDemo(env);
stdout.write(outcome.out);
stderr.write(outcome.err);
process.exitCode = outcome.exitCode;
