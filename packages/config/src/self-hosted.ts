import type { Config } from './settings.js';

/**
 * Whether the deployment runs on the embedded store: then it is one machine whose users are its operators, so that messages may
 * name its settings.
 */
export const isSelfHosted = ({ mongodbUri }: Pick<Config<'parts'>['parts'], 'mongodbUri'>): boolean =>
  mongodbUri === undefined;
