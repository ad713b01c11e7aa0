import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parseConfig } from './parse-config.js';
import { traceExportOf } from './trace-export-settings.js';

const exportOf = (env: Record<string, string>) => {
  const parsed = parseConfig(['tracing'], env);
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return traceExportOf(parsed.config.tracing);
};

const problemsOf = (env: Record<string, string>): string[] => {
  const parsed = parseConfig(['tracing'], env);
  return parsed.ok ? [] : parsed.problems;
};

describe('where traces go', () => {
  it('is nowhere unless an endpoint is set', () => {
    expect(exportOf({})).toEqual({ endpoint: undefined, headers: {}, ratio: 1 });
  });

  it('is the endpoint, with its headers, for a share of the traces', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a=b, x-team=red',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    };
    expect(exportOf(env)).toEqual({
      endpoint: 'https://collector.example/otlp',
      headers: { authorization: 'Bearer a=b', 'x-team': 'red' },
      ratio: 0.25,
    });
  });

  it.each(['1.1', '-0.1', 'x', '1e-3'])('a share of %s is refused', (ratio) => {
    expect(problemsOf({ OTEL_TRACES_SAMPLER_ARG: ratio })[0]).toContain('write a share from 0 to 1');
  });

  it.each(['nameonly', 'a=%zz', 'a=b\r\nc', 'b d=e', 'a='])(
    'headers of %j are refused without being shown',
    (headers) => {
      const [problem = ''] = problemsOf({ OTEL_EXPORTER_OTLP_HEADERS: headers });
      expect(problem).toMatch(/^OTEL_EXPORTER_OTLP_HEADERS is not valid; write comma-separated/);
    },
  );

  it('never prints its headers', () => {
    const parsed = parseConfig(['tracing'], { OTEL_EXPORTER_OTLP_HEADERS: 'key=s3cret' });
    expect(`${inspect(parsed)}${JSON.stringify(parsed)}`).not.toContain('s3cret');
  });
});
