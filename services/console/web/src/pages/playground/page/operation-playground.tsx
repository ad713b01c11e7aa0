import { useRef, useState, type ReactNode } from 'react';
import type { OperationView } from '../../../api/operations.js';
import { useIsAllowed, useSession } from '../../../app/use-session.js';
import { textOf } from '../../../forms/draft.js';
import { focusFirstFault } from '../../../forms/first-fault.js';
import { withRule } from '../../../forms/json-text.js';
import { Notice } from '../../../ui/page/notice.js';
import { showToast } from '../../../ui/overlay/toast-store.js';
import { useCall } from '../call/use-call.js';
import { usePrice } from '../call/use-price.js';
import { shownFaults, useOperationForm } from '../form/use-operation-form.js';
import { useHistory } from '../history/use-history.js';
import { useRemember } from '../history/use-remember.js';
import { PagePicker } from '../pick/page-picker.js';
import { StoredPage } from '../response/stored-page.js';
import { CallOutcome } from './call-outcome.js';
import styles from './operation-playground.module.css';
import { ResultTabs } from './result-tabs.js';
import { ParametersCard } from './parameters-card.js';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.js';
import { SchedulesIcon } from '../../../ui/icons.js';
import { ShareButton } from './share-button.js';
import { ShareNotice } from './share-notice.js';
import { useFirstParams, type FirstSearch } from './use-first-params.js';

const RULES = 'extractRules';

/** The same width as in the style sheet. */
const isStacked = (): boolean => matchMedia('(width < 72rem)').matches;

const tellDropped = (names: readonly string[]): void =>
  showToast({
    title: 'Some parameters were left out',
    description: `This operation has no ${names.join(', ')}.`,
    tone: 'neutral',
  });

export interface OperationPlaygroundProps {
  readonly operation: OperationView;
  /** What to begin with. */
  readonly search: FirstSearch;
  /** Draws the head of the page around its actions. */
  readonly renderHead: (actions: ReactNode) => ReactNode;
}

/** One operation: its form, its response, the same call as code, and earlier calls. */
export function OperationPlayground({ operation, search, renderHead }: OperationPlaygroundProps) {
  const { account } = useSession();
  const isAllowed = useIsAllowed('call');
  const form = useOperationForm(operation, tellDropped);
  const { fill, params, faults, left } = form;
  const [isSent, setSent] = useState(false);
  const [tab, setTab] = useState('code');
  const output = useRef<HTMLDivElement>(null);
  const fieldsOfForm = useRef<HTMLFormElement>(null);
  const { history, add, clear } = useHistory(account.id);
  const first = useFirstParams(search, fill);
  const { price, errors, isCurrent } = usePrice(operation.id, params);
  const remember = useRemember(operation.id, add);
  const { state, start, cancel } = useCall(operation, remember);
  const result = state.kind === 'ended' ? state.result : undefined;
  const violations = [...faults, ...(errors ?? result?.failure?.violations ?? [])];
  const placed = shownFaults(form.fields, violations, left, isSent);

  const addRule = (name: string, rule: unknown): boolean => {
    const text = withRule(textOf(form.draft[RULES]), name, rule);
    if (text !== undefined) form.change(RULES, text);
    return text !== undefined;
  };
  const send = (): void => {
    setSent(true);
    const isWrong = faults.length > 0 || (isCurrent && (errors?.length ?? 0) > 0);
    if (isWrong) return focusFirstFault(fieldsOfForm.current);
    setTab('response');
    // Where the response is below the form, it comes into sight.
    if (isStacked()) output.current?.scrollIntoView({ block: 'start' });
    void start(params);
  };
  // Other parameters are not blamed for what was wrong with those before.
  const refill = (next: unknown): void => {
    setSent(false);
    fill(next);
  };
  const requestId = result?.requestId;
  const hasRules = form.fields.some(({ name }) => name === RULES);
  const page =
    requestId === undefined ? undefined : hasRules ? (
      <PagePicker requestId={requestId} rules={textOf(form.draft[RULES])} onAdd={addRule} />
    ) : (
      <StoredPage requestId={requestId} />
    );

  return (
    <>
      {renderHead(
        isAllowed && (
          <>
            <Link to="/schedules/new" search={{ operation: operation.id }} className={buttonClass()}>
              <SchedulesIcon /> Schedule
            </Link>
            <ShareButton operation={operation.id} accountId={account.id} params={params} />
          </>
        ),
      )}
      <div className={styles['notices']}>
        {first.refusal && <ShareNotice refusal={first.refusal} />}
        {first.error !== undefined && <Notice tone="warning">{first.error}</Notice>}
      </div>
      <div className={styles['halves']}>
        <ParametersCard
          ref={fieldsOfForm}
          {...{ operation, form, placed, state, price, isCurrent, isAllowed }}
          onSend={send}
          onCancel={cancel}
        />
        <div ref={output} className={styles['result']}>
          <ResultTabs
            {...{ operation, tab, setTab, history, clear }}
            form={{ ...form, fill: refill }}
            response={<CallOutcome state={state} page={page} onRetry={send} />}
          />
        </div>
      </div>
    </>
  );
}
