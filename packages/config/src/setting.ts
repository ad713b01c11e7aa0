import type { ValueKind } from './values.js';

/** One environment variable. `fallback` is written as in the environment and parsed by the same schema. */
export interface Setting<T = unknown, Optional extends boolean = boolean> {
  readonly name: string;
  readonly kind: ValueKind<T>;
  readonly description: string;
  /** Absent: the setting may be unset. `{NAME}` is the value of an earlier setting of the same group. */
  readonly fallback?: string;
  readonly isOptional: Optional;
  /** Its value is never printed. */
  readonly isSecret: boolean;
}

interface Extra {
  readonly isSecret?: boolean;
}

/** A setting that has a value when it is unset. */
export const withDefault = <T>(
  name: string,
  kind: ValueKind<T>,
  fallback: string,
  description: string,
  { isSecret = false }: Extra = {},
): Setting<T, false> => ({ name, kind, fallback, description, isOptional: false, isSecret });

/** A setting that may be unset. */
export const optional = <T>(
  name: string,
  kind: ValueKind<T>,
  description: string,
  { isSecret = false }: Extra = {},
): Setting<T, true> => ({ name, kind, description, isOptional: true, isSecret });
