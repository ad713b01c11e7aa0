import type { ScenarioOutcome } from '../../port.js';
import { SCRIPT_RESULTS_MAX_BYTES, type ScriptValue } from './read-value.js';

/** A script that returned nothing. */
export const NOTHING: ScriptValue = { how: 'value', value: null, bytes: 4 };

/** Codes of warnings, by why a value could not be kept. */
const WARNINGS = {
  too_large: 'scenario_result_too_large',
  unreadable: 'scenario_result_unreadable',
} as const;

/** What the scripts of one scenario return, bounded in bytes together. */
export class ScriptResults {
  private readonly results: unknown[] = [];
  private readonly warnings = new Set<string>();
  private leftBytes = SCRIPT_RESULTS_MAX_BYTES;

  /** A value that cannot be kept is null, with a warning. */
  add(value: ScriptValue): void {
    const fits = value.how === 'value' && value.bytes <= this.leftBytes;
    if (fits) this.leftBytes -= value.bytes;
    else this.warnings.add(WARNINGS[value.how === 'unreadable' ? value.how : 'too_large']);
    this.results.push(fits ? value.value : null);
  }

  /** Undefined if no script was run. */
  whole(): ScenarioOutcome | undefined {
    return this.results.length === 0 ? undefined : { results: this.results, warnings: [...this.warnings] };
  }
}
