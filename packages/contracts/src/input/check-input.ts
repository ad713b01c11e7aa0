import type { Violation } from '../errors.js';
import { checkFields } from './check-fields.js';
import { type CrossRule, readPath } from './cross-rules.js';
import { type CheckContext, type ExtraHosts, type Fields, isPlainObject } from './field.js';

/** Most violations that one answer lists; an input that breaks more is cut there. */
export const VIOLATIONS_MAX = 1000;

/** Everything that is known about an operation's input. */
export interface InputSpec {
  readonly fields: Fields;
  readonly rules: readonly CrossRule[];
  /** Query strings carry texts only. */
  readonly isTextAccepted: boolean;
  /** Fills defaults that depend on other fields. Runs on valid parameters only. */
  readonly complete: (params: Record<string, unknown>) => Record<string, unknown>;
}

export interface ValidateOptions {
  /** Epoch milliseconds that dates are judged by; the system's clock when absent. */
  readonly nowMs?: number;
  /** Hosts (`name` or `name:port`) accepted besides the sites' own, by neutral word: those of configured origins. */
  readonly extraHosts?: ExtraHosts;
}

export type ValidateResult<Params = Record<string, unknown>> =
  { readonly ok: true; readonly params: Params } | { readonly ok: false; readonly violations: readonly Violation[] };

const isWithin = (path: string, ancestor: string): boolean => path === ancestor || path.startsWith(`${ancestor}.`);

/** All violations at once, or the parameters with defaults applied. Never throws, whatever the JSON. */
export const checkInput = (spec: InputSpec, input: unknown, options: ValidateOptions = {}): ValidateResult => {
  const violations: Violation[] = [];
  const context: CheckContext = {
    nowMs: options.nowMs ?? Date.now(),
    isTextAccepted: spec.isTextAccepted,
    extraHosts: options.extraHosts ?? {},
    report: (field, rule, message) => {
      if (violations.length < VIOLATIONS_MAX) violations.push({ field, rule, message });
    },
  };
  if (!isPlainObject(input)) {
    context.report('', 'object', 'The parameters must be an object.');
    return { ok: false, violations };
  }
  const params = checkFields(spec.fields, input, '', context);
  const broken = violations.map(({ field }) => field);
  const isFine = (path: string): boolean => !broken.some((field) => isWithin(field, path) || isWithin(path, field));
  for (const rule of spec.rules) {
    if (rule.fields.every(isFine)) rule.check((path) => readPath(params, path), context);
  }
  return violations.length > 0 ? { ok: false, violations } : { ok: true, params: spec.complete(params) };
};
