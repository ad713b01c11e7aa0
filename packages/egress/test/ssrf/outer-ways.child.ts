import { openCanary } from './canary.js';
import { tryOuterWays } from './outer-ways.js';

/** Runs where every address is ours: what is let through arrives here, whatever it was meant for. */
const canary = await openCanary({ addresses: ['0.0.0.0', '::'] });
const ends = await tryOuterWays({ canary, isOurs: true });
canary.close();
process.stdout.write(JSON.stringify(ends));
