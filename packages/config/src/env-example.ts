import { SETTING_GROUPS, settingsOf, type Setting, type SettingGroup } from './settings.js';

const TITLES: Readonly<Record<SettingGroup, string>> = {
  common: 'Every process',
  tracing: 'Traces',
  parts: 'Production parts: MongoDB and S3',
  addresses: 'Addresses',
  gateway: 'Gateway',
  allowances: 'Allowances of one account',
  targets: 'Target rule',
  egress: 'Requests to targets',
  model: 'Language model',
  worker: 'Workers',
  batch: 'Batches',
  console: 'Console',
  origins: 'Engines and sites on other hosts',
  local: 'Local fleet',
  client: 'Command line',
};

const renderSetting = ({ name, description, fallback }: Setting): string =>
  `# ${description}\n#${name}=${(fallback ?? '').replace(/\{([A-Z_]+)\}/g, '<$1>')}\n`;

const renderGroup = (group: SettingGroup): string =>
  `## ${TITLES[group]}\n\n${settingsOf(group)
    .map(([, setting]) => renderSetting(setting))
    .join('\n')}`;

/** The text of `.env.example`: every setting, commented out, with its default. */
export const renderEnvExample = (): string =>
  [
    '# All settings of Quarry with their defaults. Set them in the environment; empty counts as unset.\n',
    ...SETTING_GROUPS.map(renderGroup),
  ].join('\n');
