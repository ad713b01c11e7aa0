import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { crawlFormQuery, operationsQuery, scheduleTargetsQuery } from '../../api/operations.js';
import { useIsAllowed } from '../../app/use-session.js';
import { Segmented } from '../../ui/form/segmented.js';
import { ChevronLeftIcon } from '../../ui/icons.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { OperationChoice } from '../playground/page/operation-choice.js';
import { ScheduleForm } from './new/schedule-form.js';
import { useSettings } from './new/use-settings.js';
import { targetWords } from './schedule-words.js';

/** What this page has a form for; those of them that the service runs are offered. */
const FORMS = ['operation', 'crawl'];
/** Pages of a crawl are calls of it. */
const PAGE = 'scrape/web';

function NewSchedule() {
  const search = useSearch({ from: '/shell/schedules/new' });
  const { data: operations } = useSuspenseQuery(operationsQuery);
  const { data: crawl } = useSuspenseQuery(crawlFormQuery);
  const { data: targets } = useSuspenseQuery(scheduleTargetsQuery);
  const types = FORMS.filter((one) => targets.includes(one));
  const [type, setType] = useState(FORMS[0] ?? '');
  const [id, setId] = useState(search.operation ?? PAGE);
  const kept = useSettings();
  const operation = operations.find((one) => one.id === id) ?? operations[0];
  if (operation === undefined) return null;
  const isCrawl = type === 'crawl';
  const view = isCrawl ? crawl : operation;
  const choice = (
    <>
      {types.length > 1 && (
        <Segmented
          label="Kind of run"
          value={type}
          onChange={setType}
          options={types.map((value) => ({ value, label: targetWords(value) }))}
        />
      )}
      {!isCrawl && <OperationChoice operations={operations} chosen={operation.id} onChoose={setId} />}
    </>
  );
  return (
    <ScheduleForm
      key={view.id}
      type={type}
      view={view}
      operation={isCrawl ? PAGE : operation.id}
      from={search.operation === view.id ? search.from : undefined}
      kept={kept}
      choice={choice}
    />
  );
}

/** `/schedules/new`: from a call to one that is made again and again. */
export function NewSchedulePage() {
  const isAllowed = useIsAllowed('call');
  return (
    <>
      <PageHeader
        title="New schedule"
        description="Makes a call again and again, and can tell you what has changed."
        back={
          <Link to="/schedules">
            <ChevronLeftIcon /> Schedules
          </Link>
        }
      />
      {isAllowed ? (
        <NewSchedule />
      ) : (
        <EmptyState title="Your role reads only" description="Ask an owner of the account to let you make schedules." />
      )}
    </>
  );
}
