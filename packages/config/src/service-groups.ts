import type { Config, SettingGroup } from './settings.js';

const WORKER = [
  ...(['common', 'tracing', 'parts', 'addresses', 'allowances', 'targets', 'egress', 'worker'] as const),
] as const;

/** The groups of settings that each service reads. */
export const SERVICE_GROUPS = {
  gateway: ['common', 'tracing', 'parts', 'addresses', 'gateway', 'allowances', 'targets', 'origins'],
  console: ['common', 'parts', 'addresses', 'origins', 'console'],
  'batch-fanout': ['common', 'tracing', 'parts', 'addresses', 'targets', 'egress', 'batch'],
  'browser-scrape': [...WORKER, 'model'],
  serp: [...WORKER, 'origins'],
  sites: [...WORKER, 'origins'],
} as const satisfies Readonly<Record<string, readonly SettingGroup[]>>;

export type Service = keyof typeof SERVICE_GROUPS;
export type ServiceConfig<S extends Service> = Config<(typeof SERVICE_GROUPS)[S][number]>;
