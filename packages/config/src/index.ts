export { bucketOf, type BucketSettings } from './bucket-settings.js';
export { configOrExit } from './config-or-exit.js';
export { renderEnvExample } from './env-example.js';
export { parseConfig, type Environment, type ParsedConfig } from './parse-config.js';
export { headerSecretsOf } from './header-secrets.js';
export { describeOpened } from './target-ranges.js';
export { Secret } from './secret.js';
export { settingNamesOf, type Config, type SettingGroup } from './settings.js';
export { traceExportOf, type TraceExportSettings } from './trace-export-settings.js';
