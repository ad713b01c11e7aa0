import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT, type Prometheus } from '@quarry/testkit';

const FOLDER = join(REPOSITORY_ROOT, 'infra/observability/grafana/dashboards');
/** What Grafana makes of a scrape each second, at the least. */
const RATE_INTERVAL = '5s';

/** Panels of which nothing is to be seen in a healthy fleet that has run for minutes, by what they wait for. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  'a Redis that forgets': ['batches: Enqueued again'],
  'a fleet that turns requests away': ['fleet: Requests turned away', 'queues: Turned away'],
  'an alert': ['fleet: Firing alerts'],
  'a week of memory': [
    'parsers: Fields that fell most against the week before',
    'parsers: Blocks that fell most against the week before',
  ],
  'something past its time': ['processes: Swept'],
  'a store that fails': ['processes: Sweeps that failed'],
  'a browser that is worn or breaks': ['processes: Browsers replaced per hour'],
  'the node exporter': ['processes: Disk that is free'],
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

/** What a panel's expression showed. */
export interface PanelAnswer extends PanelQuery {
  readonly series: number;
  /** What Prometheus said against it. */
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

/** Asks as Grafana does: a figure for now, a graph over the time since `sinceMs`. */
export const askPanel = async (prometheus: Prometheus, query: PanelQuery, sinceMs: number): Promise<PanelAnswer> => {
  try {
    const { expression, isInstant } = query;
    const answer = isInstant ? await prometheus.query(expression) : await prometheus.queryRange(expression, sinceMs);
    return { ...query, series: answer.length };
  } catch (error) {
    return { ...query, series: 0, refusal: error instanceof Error ? error.message : String(error) };
  }
};
