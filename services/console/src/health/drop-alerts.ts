import type { FieldMissing } from '@quarry/store';
import type { Alert, AlertSource } from '../alerts/alert.js';
import type { ReadingHealth } from './reading-health.js';
import { fieldTitle, type FieldHealth, type OperationHealth } from './reading-report.js';

/** Fields that an alert names; a new layout may lose all of them. */
const MAX_FIELDS_NAMED = 8;
const MAX_PAGES_NAMED = 3;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const lineOf = ({ field, days, band }: FieldHealth): string => {
  const { found, pages } = days.at(-1) ?? { found: 0, pages: 0 };
  const usual = band === null ? '' : `, usually ${percent(band.low)} to ${percent(band.high)}`;
  return `- ${fieldTitle(field)}: ${percent(found / Math.max(1, pages))} of ${pages} pages today${usual}`;
};

const pagesOf = (fields: readonly FieldHealth[], missing: readonly FieldMissing[]): string => {
  const names = new Set(fields.map(({ field }) => field));
  const pages = missing.filter(({ field }) => names.has(field)).flatMap((one) => one.missing);
  const stored = new Set(pages.filter(({ hasPage }) => hasPage).map(({ requestId }) => requestId));
  const shown = [...stored].slice(0, MAX_PAGES_NAMED);
  return shown.length === 0
    ? 'No page of these requests is stored.'
    : `Stored pages of these requests show it: ${shown.join(', ')}.`;
};

/** One alert for what drops in an operation on the same day, however many fields and however long it lasts. */
const alertsOf = async (
  { operation, fields }: OperationHealth,
  today: string,
  health: Pick<ReadingHealth, 'missing'>,
): Promise<Alert[]> => {
  const drops = fields.filter(({ isDrop }) => isDrop);
  if (drops.length === 0) return [];
  const missing = await health.missing(operation);
  return [...Map.groupBy(drops, ({ dropSince }) => dropSince ?? today)].map(([since, dropped]) => {
    const more = dropped.length - MAX_FIELDS_NAMED;
    const lines = [
      `Pages of ${operation} lack since ${since} what they usually have:`,
      ...dropped.slice(0, MAX_FIELDS_NAMED).map(lineOf),
      ...(more > 0 ? [`- and ${more} more`] : []),
      pagesOf(dropped, missing),
      'The site may have changed its layout, or other pages than usual are asked for.',
    ];
    return {
      id: `reading-drop:${operation}:${since}`,
      kind: 'reading_drop',
      accountId: null,
      title: `${operation}: ${dropped.length === 1 ? fieldTitle(dropped[0]?.field ?? '') : `${dropped.length} fields`} below the usual`,
      text: lines.join('\n'),
      path: `/operator/reading/detail?operation=${encodeURIComponent(operation)}`,
    };
  });
};

/** Tells operators of fields that are found less often than usual. */
export const createDropAlerts = (health: ReadingHealth): AlertSource => ({
  name: 'reading drops',
  due: async () => {
    const { today, operations } = await health.report();
    const alerts = await Promise.all(operations.map((operation) => alertsOf(operation, today, health)));
    return alerts.flat();
  },
});
