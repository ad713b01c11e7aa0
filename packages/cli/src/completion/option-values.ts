import type { Option } from 'commander';

const VALUES = new WeakMap<Option, readonly string[]>();

/** Notes the values that a shell completes; unlike choices, others are left to the deployment to judge. */
export const withValues = (option: Option, values: readonly string[]): Option => {
  if (values.length > 0) VALUES.set(option, values);
  return option;
};

export const valuesOf = (option: Option): readonly string[] => VALUES.get(option) ?? option.argChoices ?? [];
