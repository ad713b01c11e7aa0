import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { USAGE_DAYS, usageCsvPath, usageQuery, type UsageDays, type UsageReport } from '../../api/usage.js';
import { formatCount, formatDate, formatPercent } from '../../format/format.js';
import { buttonClass } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { DownloadIcon, UsageIcon } from '../../ui/icons.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { Segmented } from '../../ui/form/segmented.js';
import { Stat, StatRow } from '../../ui/data/stat.js';
import { useNow } from '../../ui/use-now.js';
import { DayTable } from './day-table.js';
import { forecastWords } from './forecast.js';
import { ShareTable } from './share-table.js';
import styles from './usage-page.module.css';

const UsagePlot = lazy(() => import('./usage-plot.js'));

const DEFAULT_DAYS: UsageDays = 30;
const SPANS = USAGE_DAYS.map((days) => ({ value: String(days), label: `${days} days` }));

const sum = (report: UsageReport, figure: 'credits' | 'requests' | 'failed'): number =>
  report.days.reduce((total, day) => total + day[figure], 0);

function Figures({ report, days }: { readonly report: UsageReport | undefined; readonly days: UsageDays }) {
  const nowMs = useNow();
  const forecast = report && forecastWords(report, nowMs);
  const requests = report && sum(report, 'requests');
  return (
    <StatRow>
      <Stat
        label="Credits left"
        value={report && formatCount(report.period.available)}
        hint={report && `until ${formatDate(Date.parse(report.period.end), nowMs)}`}
      />
      <Stat
        label={`Spent in ${days} days`}
        value={report && formatCount(sum(report, 'credits'))}
        hint={report && (report.period.held > 0 ? `and ${formatCount(report.period.held)} held` : 'nothing is held')}
      />
      <Stat
        label="Requests"
        value={requests !== undefined ? formatCount(requests) : undefined}
        hint={report && (requests ? `${formatPercent(sum(report, 'failed') / requests)} failed, free` : 'none')}
      />
      <Stat
        label="Forecast"
        value={forecast?.value}
        hint={forecast?.hint ?? ''}
        {...(forecast?.tone && { tone: forecast.tone })}
      />
    </StatRow>
  );
}

function Report({ report, days }: { readonly report: UsageReport | undefined; readonly days: UsageDays }) {
  const isEmpty = report !== undefined && sum(report, 'requests') === 0;
  return (
    <>
      <Card title="Credits by day" description="Days are in UTC.">
        <div className={styles['plot']}>
          {isEmpty ? (
            <EmptyState icon={<UsageIcon />} title="Nothing was spent in these days" isCompact />
          ) : (
            report && (
              <Suspense>
                <UsagePlot days={report.days} />
              </Suspense>
            )
          )}
        </div>
        {/* Takes its place from the start. */}
        <div className={report && !isEmpty ? undefined : styles['reserved']}>
          <DayTable days={report?.days ?? []} />
        </div>
      </Card>
      <div className={styles['columns']}>
        <Card title="By operation" isFlush>
          <ShareTable
            caption="Credits by operation"
            header="Operation"
            isMono
            rows={report?.byOperation.map(({ operation, ...amounts }) => ({ name: operation, ...amounts }))}
          />
        </Card>
        <Card
          title="By key"
          isFlush
          actions={
            <a href={usageCsvPath(days, 'key')} download className={buttonClass({ size: 'sm', variant: 'ghost' })}>
              <DownloadIcon />
              CSV by key
            </a>
          }
        >
          <ShareTable
            caption="Credits by key"
            header="Key"
            rows={report?.byKey.map(({ keyId, ...amounts }) => ({ id: keyId, ...amounts }))}
          />
        </Card>
        <Card title="By host" isFlush>
          <ShareTable
            caption="Credits by host"
            header="Host"
            rows={report?.byHost.map(({ host, ...amounts }) => ({ name: host, ...amounts }))}
          />
        </Card>
      </div>
    </>
  );
}

export function UsagePage() {
  const { days = DEFAULT_DAYS } = useSearch({ from: '/shell/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const { data: report, error, refetch } = useQuery(usageQuery(days));
  return (
    <>
      <PageHeader
        title="Usage"
        description="What the account spends, on what, and how long its credits last."
        actions={
          <>
            <Segmented
              label="Span"
              options={SPANS}
              value={String(days)}
              onChange={(value) => void navigate({ search: { days: Number(value) as UsageDays }, replace: true })}
            />
            <a href={usageCsvPath(days)} download className={buttonClass()}>
              <DownloadIcon />
              CSV
            </a>
          </>
        }
      />
      <div className={styles['stack']}>
        {error && !report ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <Figures report={report} days={days} />
            <Report report={report} days={days} />
          </>
        )}
      </div>
    </>
  );
}
