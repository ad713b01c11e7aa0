/** Kind, help text and label names of one metric. Buckets are seconds. */
interface MetricDefinition {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[];
  /** A gauge that was not set for longer is not told any more: no figure is better than a stale one. */
  readonly freshForSeconds?: number;
}

const SHORT_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300] as const;

/** Of queues, which are sampled every second or two: what is older was said before Redis or the store went away. */
export const SAMPLE_FRESH_SECONDS = 30;

/** Every metric of the fleet. Prometheus rules, dashboards and scalers name these and no others. */
export const METRICS = {
  http_requests_total: { kind: 'counter', help: 'Answers by route and status.', labels: ['route', 'status'] },
  http_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time from the first byte of a request to the end of its answer.',
    labels: ['route'],
    buckets: SHORT_SECONDS,
  },
  requests_shed_total: { kind: 'counter', help: 'Requests refused before any hold.', labels: ['queue', 'reason'] },
  requests_requeued_total: {
    kind: 'counter',
    help: 'Jobs enqueued again after the queue lost them.',
    labels: ['queue'],
  },
  queue_jobs: {
    kind: 'gauge',
    help: 'Absolute number of jobs by state.',
    labels: ['queue', 'state'],
    freshForSeconds: SAMPLE_FRESH_SECONDS,
  },
  queue_backlog: {
    kind: 'gauge',
    help: 'All work of a queue: interactive jobs that wait or run, and open batch items, whether or not they are in the queue yet; each counted once.',
    labels: ['queue'],
    freshForSeconds: SAMPLE_FRESH_SECONDS,
  },
  batch_open_items: {
    kind: 'gauge',
    help: 'Items of unfinished batches that have not ended or are not published yet, those in the queue included.',
    labels: ['queue'],
    freshForSeconds: SAMPLE_FRESH_SECONDS,
  },
  queue_oldest_wait_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest job that waits.',
    labels: ['queue'],
    freshForSeconds: SAMPLE_FRESH_SECONDS,
  },
  job_duration_seconds: {
    kind: 'histogram',
    help: 'Time a worker spent on one job.',
    labels: ['queue', 'operation', 'verdict'],
    buckets: SHORT_SECONDS,
  },
  part_ready: {
    kind: 'gauge',
    help: '1 while a part that this process needs answers, as in /readyz.',
    labels: ['part'],
  },
  jobs_active: { kind: 'gauge', help: 'Jobs that this worker runs now.', labels: ['queue'] },
  fetch_outcomes_total: {
    kind: 'counter',
    help: 'Fetches by operation, verdict and the tier that served.',
    labels: ['operation', 'verdict', 'tier'],
  },
  fetch_duration_seconds: {
    kind: 'histogram',
    help: 'Time of one fetch, retries included.',
    labels: ['tier'],
    buckets: SHORT_SECONDS,
  },
  extract_duration_seconds: {
    kind: 'histogram',
    help: 'Time of turning a document into a result, the wait for a thread included.',
    labels: ['operation'],
    buckets: SHORT_SECONDS,
  },
  parser_blocks_total: {
    kind: 'counter',
    help: 'Blocks looked for by parsers.',
    labels: ['operation', 'block', 'found'],
  },
  parser_fields_total: {
    kind: 'counter',
    help: 'Rows of the main list of an answer, by field and whether they have it.',
    labels: ['operation', 'field', 'found'],
  },
  ai_extractions_total: {
    kind: 'counter',
    help: 'Field extractions by extractor and outcome; one that the model failed counts for both extractors.',
    labels: ['extractor', 'outcome'],
  },
  ai_tokens_total: {
    kind: 'counter',
    help: 'Tokens that the model API told it used, by model and kind.',
    labels: ['model', 'kind'],
  },
  browser_pages_open: { kind: 'gauge', help: 'Pages open in this worker.', labels: [] },
  browser_recycles_total: {
    kind: 'counter',
    help: 'Browsers given up for a new one, by reason: pages, age, memory, runaway, hung, crashed.',
    labels: ['reason'],
  },
  process_tree_rss_bytes: { kind: 'gauge', help: 'Memory of this process and its children.', labels: [] },
  memory_limit_bytes: { kind: 'gauge', help: 'Memory that this process and its children may use.', labels: [] },
  jobs_paused: { kind: 'gauge', help: '1 while new jobs wait until memory falls.', labels: ['queue'] },
  event_loop_lag_seconds: { kind: 'gauge', help: 'Event loop delay since the last scrape.', labels: ['quantile'] },
  requests_ended_total: {
    kind: 'counter',
    help: 'Terminal steps won, by operation and state; items of batches too.',
    labels: ['operation', 'state'],
  },
  credits_charged_total: {
    kind: 'counter',
    help: 'Credits charged, by operation; items of batches too.',
    labels: ['operation'],
  },
  sweep_items_total: { kind: 'counter', help: 'Rows and files that the sweeper moved on.', labels: ['task'] },
  sweep_failures_total: { kind: 'counter', help: 'Sweeps that ended in an error.', labels: ['task'] },
  batch_items_in_flight: {
    kind: 'gauge',
    help: 'Items of batches that this replica has handed over and that have not ended.',
    labels: ['queue'],
  },
  batch_jobs_led: { kind: 'gauge', help: 'Batches that this replica leads.', labels: [] },
  batch_published_total: { kind: 'counter', help: 'Items of batches made visible, by result.', labels: ['result'] },
  batch_requeued_total: {
    kind: 'counter',
    help: 'Items of batches enqueued again after the queue lost them.',
    labels: [],
  },
  result_deliveries_total: {
    kind: 'counter',
    help: "Deliveries of results to callers' buckets by result.",
    labels: ['result'],
  },
  webhook_deliveries_total: { kind: 'counter', help: 'Webhook deliveries by result.', labels: ['result'] },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;
type Kinds = { [Name in MetricName]: (typeof METRICS)[Name]['kind'] };
type OfKind<Kind> = { [Name in MetricName]: Kinds[Name] extends Kind ? Name : never }[MetricName];

export type CounterName = OfKind<'counter'>;
export type GaugeName = OfKind<'gauge'>;
export type HistogramName = OfKind<'histogram'>;
export type MetricLabels<Name extends MetricName> = Readonly<
  Record<(typeof METRICS)[Name]['labels'][number], string | number>
>;
