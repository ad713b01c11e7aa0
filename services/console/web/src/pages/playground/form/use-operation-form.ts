import { useCallback, useMemo, useState } from 'react';
import type { OperationView } from '../../../api/operations.js';
import type { Draft, DraftValue } from '../../../forms/draft.js';
import { fieldsOf } from '../../../forms/form-model.js';
import { fromParams } from '../../../forms/from-params.js';
import { placeFaults } from '../../../forms/place-faults.js';
import { hasRemoved } from '../../../forms/removed.js';
import { isRecord } from '../../../forms/json-schema.js';
import { toParams, type Fault } from '../../../forms/to-params.js';
import { withoutPresets } from '../../../forms/presets/without-presets.js';
import { keepDraft, keptDraft } from './kept-drafts.js';

const SECRET_MISSING = 'Secrets are not kept: enter the value again where it says [removed], or remove it.';

/** Parameters whose values are secrets that have to be entered again. */
const removedFaults = (params: Readonly<Record<string, unknown>>): readonly Fault[] =>
  Object.entries(params)
    .filter(([, value]) => hasRemoved(value))
    .map(([field]) => ({ field, message: SECRET_MISSING }));

/** The state of one operation's form: what is typed, the parameters that it means, and what the form itself finds wrong. */
export const useOperationForm = (operation: OperationView, onDrop: (names: readonly string[]) => void) => {
  const fields = useMemo(() => fieldsOf({ ...operation.parameters }), [operation]);
  const [draft, setDraftState] = useState<Draft>(() => keptDraft(operation.id));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const setDraft = useCallback(
    (next: (draft: Draft) => Draft) =>
      setDraftState((before) => {
        const after = next(before);
        keepDraft(operation.id, after);
        return after;
      }),
    [operation.id],
  );
  const change = useCallback(
    (path: string, value: DraftValue) => setDraft((before) => ({ ...before, [path]: value })),
    [setDraft],
  );
  const fill = useCallback(
    (params: unknown) => {
      const read = fromParams(fields, isRecord(params) ? withoutPresets(fields, params) : params);
      setDraft(() => read.draft);
      setLeft(new Set(Object.keys(read.draft)));
      if (read.unknown.length > 0) onDrop(read.unknown);
    },
    [fields, setDraft, onDrop],
  );
  const leave = useCallback(
    (path: string) => setLeft((before) => (before.has(path) ? before : new Set(before).add(path))),
    [],
  );
  const read = useMemo(() => toParams(fields, draft), [fields, draft]);
  const faults = useMemo(() => [...read.faults, ...removedFaults(read.params)], [read]);
  return { fields, draft, params: read.params, faults, left, change, fill, leave };
};

/**
 * Faults that are shown now: those of fields that the person has left, of everything once it was sent, and of names that no field
 * shows.
 */
export const shownFaults = (
  fields: ReturnType<typeof fieldsOf>,
  faults: readonly Fault[],
  left: ReadonlySet<string>,
  isSent: boolean,
) => {
  const placed = placeFaults(fields, faults);
  if (isSent) return placed;
  return { byPath: new Map([...placed.byPath].filter(([path]) => left.has(path))), others: [] };
};
