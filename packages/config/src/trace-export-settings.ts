import type { Config } from './settings.js';

/** Where traces go, and how many of them. */
export interface TraceExportSettings {
  /** Without a trailing slash; undefined: traces are not exported. */
  readonly endpoint: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** From 0 to 1. */
  readonly ratio: number;
}

const toHeader = (entry: string): [name: string, value: string] => {
  const end = entry.indexOf('=');
  return [entry.slice(0, end).toLowerCase(), decodeURIComponent(entry.slice(end + 1))];
};

export const traceExportOf = ({
  otlpEndpoint,
  otlpHeaders,
  ratio,
}: Config<'tracing'>['tracing']): TraceExportSettings => ({
  endpoint: otlpEndpoint,
  headers: Object.fromEntries(otlpHeaders?.reveal().split(',').map(toHeader) ?? []),
  ratio,
});
