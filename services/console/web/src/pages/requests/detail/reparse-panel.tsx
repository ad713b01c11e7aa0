import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isReadingField } from '@quarry/contracts/reading-fields';
import { isApiError } from '../../../api/api-error.js';
import { gatewayJson } from '../../../api/client.js';
import type { OperationView } from '../../../api/operations.js';
import type { Draft } from '../../../forms/draft.js';
import { fieldsOf } from '../../../forms/form-model.js';
import { fromParams } from '../../../forms/from-params.js';
import { OperationFields } from '../../../forms/operation-fields.js';
import { placeFaults } from '../../../forms/place-faults.js';
import { toParams } from '../../../forms/to-params.js';
import { ResponseView } from '../../playground/response/response-view.js';
import type { WholeRequest } from '../../playground/request-query.js';
import { Badge, type Tone } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/page/notice.js';
import { compareResponses, type Difference } from './compare-responses.js';
import styles from './reparse-panel.module.css';
import { storedResponseQuery } from './stored-response.js';

const TONES: Readonly<Record<Difference['change'], Tone>> = {
  added: 'success',
  removed: 'danger',
  changed: 'warning',
  same: 'neutral',
};

function Differences({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  const differences = compareResponses(before, after);
  return (
    <ul className={styles['differences']} aria-label="What has changed">
      {differences.map(({ name, change }) => (
        <li key={name}>
          <Badge tone={TONES[change]}>
            {name} {change}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

export interface ReparsePanelProps {
  readonly request: WholeRequest;
  readonly operation: OperationView;
}

/** Reads the stored page again, by other rules if there are any, and shows the result beside the old one. Free of charge. */
export function ReparsePanel({ request, operation }: ReparsePanelProps) {
  const queryClient = useQueryClient();
  const fields = useMemo(
    () =>
      operation.id === 'scrape/web'
        ? fieldsOf({ ...operation.parameters }).filter(({ name }) => isReadingField(name))
        : [],
    [operation],
  );
  const known = useMemo(
    () =>
      fromParams(fields, Object.fromEntries(Object.entries(request.params).filter(([name]) => isReadingField(name))))
        .draft,
    [fields, request.params],
  );
  const [draft, setDraft] = useState<Draft>(known);
  // It stays as it is: what is read again is stored as a request of its own.
  const stored = useQuery(storedResponseQuery(request.result));
  const { params, faults } = toParams(fields, draft);
  const again = useMutation({
    mutationFn: () => gatewayJson<unknown>(`/requests/${request.id}/reparse`, { method: 'POST', body: params }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['requests'] }),
  });
  const violations = isApiError(again.error) ? again.error.violations : [];
  const placed = placeFaults(fields, [...faults, ...violations]);
  return (
    <div className={styles['panel']}>
      {fields.length > 0 && (
        <OperationFields
          fields={fields}
          draft={draft}
          onChange={(path, value) => setDraft({ ...draft, [path]: value })}
          faultsOf={(path) => placed.byPath.get(path) ?? []}
        />
      )}
      <div className={styles['actions']}>
        <Button
          isBusy={again.isPending}
          disabled={faults.length > 0 || stored.isLoading}
          onClick={() => again.mutate()}
        >
          Read the stored page again
        </Button>
        <span className="muted">Free of charge: nothing is fetched.</span>
      </div>
      {again.error && (
        <Notice tone="danger" isAnnounced>
          {[again.error.message, ...placed.others].join(' ')}
        </Notice>
      )}
      {again.data !== undefined && (
        <>
          <Differences before={stored.data} after={again.data} />
          <div className={styles['halves']}>
            <section aria-label="Before">
              <h3>Before</h3>
              <ResponseView label="response before" body={stored.data ?? null} />
            </section>
            <section aria-label="Now">
              <h3>Now</h3>
              <ResponseView label="response now" body={again.data} />
            </section>
          </div>
        </>
      )}
    </div>
  );
}
