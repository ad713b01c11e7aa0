import { afterEach, describe, expect, it } from '@jest/globals';
import { METRICS, SAMPLE_FRESH_SECONDS } from './metric-names.js';
import { createMetrics, type Metrics } from './metrics.js';

const opened: Metrics[] = [];
const fresh = () => {
  const metrics = createMetrics({ service: 'serp' });
  opened.push(metrics);
  return metrics;
};
afterEach(() => opened.splice(0).forEach((metrics) => metrics.close()));

describe('createMetrics', () => {
  it('exposes counters, gauges and histograms with their labels and the service', async () => {
    const metrics = fresh();
    metrics.increment('http_requests_total', { route: '/scrape/web', status: 200 });
    metrics.increment('http_requests_total', { route: '/scrape/web', status: 200 }, 2);
    metrics.set('queue_jobs', { queue: 'serp', state: 'waiting' }, 7);
    metrics.observe('fetch_duration_seconds', { tier: 'http' }, 0.3);
    const text = await metrics.text();
    expect(text).toContain('http_requests_total{route="/scrape/web",status="200",service="serp"} 3');
    expect(text).toContain('queue_jobs{queue="serp",state="waiting",service="serp"} 7');
    expect(text).toContain('fetch_duration_seconds_bucket{le="0.5",service="serp",tier="http"} 1');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('shows the event loop lag and leaves out what has no value yet', async () => {
    const text = await fresh().text();
    expect(text).toMatch(/event_loop_lag_seconds\{quantile="p99",service="serp"\} \d/);
    expect(text).not.toContain('browser_pages_open');
  });

  it('reads gauges at the exposition; a reader that fails takes nothing else away', async () => {
    const metrics = fresh();
    metrics.onCollect(() => {
      throw new Error('down');
    });
    metrics.onCollect(async () => metrics.set('browser_pages_open', {}, 3));
    expect(await metrics.text()).toContain('browser_pages_open{service="serp"} 3');
  });

  it('tells no more of a sample that is older than its bound', async () => {
    let nowMs = 0;
    const metrics = createMetrics({ service: 'gateway', nowMs: () => nowMs });
    opened.push(metrics);
    metrics.set('queue_backlog', { queue: 'serp' }, 7);
    metrics.set('queue_backlog', { queue: 'sites' }, 8);
    metrics.set('jobs_active', { queue: 'serp' }, 9);
    nowMs = SAMPLE_FRESH_SECONDS * 1_000;
    metrics.set('queue_backlog', { queue: 'sites' }, 8);
    expect(await metrics.text()).toContain('queue_backlog{queue="serp",service="gateway"} 7');
    nowMs += 1;
    const text = await metrics.text();
    expect(text).not.toContain('queue_backlog{queue="serp"');
    expect(text).toContain('queue_backlog{queue="sites",service="gateway"} 8');
    expect(text).toContain('jobs_active{queue="serp",service="gateway"} 9');
    metrics.set('queue_backlog', { queue: 'serp' }, 0);
    expect(await metrics.text()).toContain('queue_backlog{queue="serp",service="gateway"} 0');
  });

  it('keeps two registries apart', async () => {
    const [one, other] = [fresh(), fresh()];
    one.increment('sweep_items_total', { task: 'expired' });
    expect(await other.text()).not.toContain('sweep_items_total');
  });

  it('names every metric as Prometheus asks: counters end in _total, times in _seconds', () => {
    for (const [name, metric] of Object.entries(METRICS)) {
      expect(name).toMatch(/^[a-z][a-z_]+$/);
      expect(name.endsWith('_total')).toBe(metric.kind === 'counter');
      if (metric.kind === 'histogram') expect(name).toMatch(/_seconds$/);
    }
  });
});
