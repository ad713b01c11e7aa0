import fc from 'fast-check';

/** Every run has the same cases, so that a failure is due to the change and not to luck. PROPERTY_SEED tries others. */
const DEFAULT_SEED = 20_261_120;

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? DEFAULT_SEED) });
