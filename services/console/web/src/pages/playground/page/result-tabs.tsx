import type { ReactNode } from 'react';
import type { OperationView } from '../../../api/operations.js';
import { Button } from '../../../ui/button.js';
import { Tabs } from '../../../ui/page/tabs.js';
import { CodeView } from '../code/code-view.js';
import type { useOperationForm } from '../form/use-operation-form.js';
import { HistoryView } from '../history/history-view.js';
import type { useHistory } from '../history/use-history.js';

export interface ResultTabsProps extends Pick<ReturnType<typeof useHistory>, 'history' | 'clear'> {
  readonly operation: OperationView;
  readonly form: Pick<ReturnType<typeof useOperationForm>, 'fields' | 'params' | 'fill'>;
  readonly tab: string;
  readonly setTab: (tab: string) => void;
  readonly response: ReactNode;
}

/** What the form gives: its response, the call as code, earlier calls. */
export function ResultTabs({ operation, form, tab, setTab, response, history, clear }: ResultTabsProps) {
  const { fields, params, fill } = form;
  const isEmpty = Object.keys(params).length === 0;
  const own = history.filter((entry) => entry.operation === operation.id);
  return (
    <Tabs
      label="What the form gives"
      value={tab}
      onValueChange={setTab}
      actions={
        <Button size="sm" variant="ghost" onClick={() => fill(isEmpty ? operation.example : {})}>
          {isEmpty ? 'Fill in the example' : 'Clear form'}
        </Button>
      }
      items={[
        { value: 'response', label: 'Response', content: response },
        { value: 'code', label: 'Code', content: <CodeView {...{ operation, fields, params }} /> },
        {
          value: 'history',
          label: 'History',
          content: (
            <HistoryView
              operation={operation.id}
              history={own}
              onOpen={(entry) => fill(entry.params)}
              onClear={clear}
            />
          ),
        },
      ]}
    />
  );
}
