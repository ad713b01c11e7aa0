export * from './errors.js';
export * from './job.js';
export * from './operation.js';
export * from './verdicts.js';
