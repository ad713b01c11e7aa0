import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT, type Prometheus } from '@quarry/testkit';

const FOLDER = join(REPOSITORY_ROOT, 'infra/observability/grafana/dashboards');
/** Grafana's least rate interval for one scrape a second. */
const RATE_INTERVAL = '5s';

/** Panels that are empty in a healthy fleet after minutes, by what they need. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  'a Redis that lost data': ['batches: Enqueued again'],
  'a fleet that refuses requests': ['fleet: Requests refused with 503', 'queues: Refused with 503'],
  'an alert': ['fleet: Firing alerts'],
  'a week of data': [
    'parsers: Fields that fell most compared with the week before',
    'parsers: Blocks that fell most compared with the week before',
  ],
  'something overdue': ['processes: Swept'],
  'a store that fails': ['processes: Sweeps that failed'],
  'a recycled browser': ['processes: Browsers replaced per hour'],
  'the node exporter': ['processes: Free disk space'],
};
export const EMPTY_PANELS: readonly string[] = Object.values(NEEDS).flat();

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string; readonly instant?: boolean }[];
  }[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly allValue: string }[] };
}

/** One expression of a dashboard, its variables filled in with "all". */
export interface PanelQuery {
  /** `<dashboard>: <panel>` */
  readonly panel: string;
  readonly expression: string;
  readonly isInstant: boolean;
}

/** The result of a panel's expression. */
export interface PanelAnswer extends PanelQuery {
  readonly series: number;
  /** Prometheus' error. */
  readonly refusal?: string;
}

const queriesOf = (name: string, { panels, templating }: Dashboard): PanelQuery[] => {
  const fill = (expression: string): string =>
    templating.list
      .reduce((text, variable) => text.replaceAll(`$${variable.name}`, variable.allValue), expression)
      .replaceAll('$__rate_interval', RATE_INTERVAL);
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, instant = false }) => ({
      panel: `${name}: ${title}`,
      expression: fill(expr),
      isInstant: instant,
    })),
  );
};

export const dashboardQueries = (): PanelQuery[] =>
  readdirSync(FOLDER).flatMap((file) =>
    // safe because the project's own dashboards have this shape
    queriesOf(file.replace('.json', ''), JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Dashboard),
  );

/** Queries as Grafana does: a figure for now, a graph over the time since `sinceMs`. */
export const askPanel = async (prometheus: Prometheus, query: PanelQuery, sinceMs: number): Promise<PanelAnswer> => {
  try {
    const { expression, isInstant } = query;
    const answer = isInstant ? await prometheus.query(expression) : await prometheus.queryRange(expression, sinceMs);
    return { ...query, series: answer.length };
  } catch (error) {
    return { ...query, series: 0, refusal: error instanceof Error ? error.message : String(error) };
  }
};
