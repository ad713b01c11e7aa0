import { noLongSleep } from './no-long-sleep.mjs';

/** The project's own rules, as .oxlintrc.json names them. */
export default { meta: { name: 'quarry' }, rules: { 'no-long-sleep': noLongSleep } };
