import { argv, env, stderr, stdout } from 'node:process';
import { seedDemo } from './demo/seed-demo.js';

const outcome = await seedDemo(env, { withLink: argv.includes('--sign-in-link') });
stdout.write(outcome.out);
stderr.write(outcome.err);
process.exitCode = outcome.exitCode;
