import { FLEET, PAGE_READERS } from './replicas.mjs';
import { Failure } from '../host/run-command.mjs';

const MIB = 1_048_576;
/** Memory of Redis, the runner and the system. */
export const SYSTEM_BYTES = 512 * MIB;
/** Memory of a service that reads no pages. */
export const PLAIN_SERVICE_BYTES = 256 * MIB;
/** With less, its share for a browser is smaller than a browser with one page needs. */
export const MIN_WORKER_BYTES = 800 * MIB;

const gib = (bytes) => `${(bytes / 1_024 / MIB).toFixed(1)} GiB`;

const counter = (replicas) => (isCounted) =>
  FLEET.filter(isCounted).reduce((sum, service) => sum + (replicas[service] ?? 1), 0);
const isReader = (service) => PAGE_READERS.has(service);
const keptBytes = (count) => SYSTEM_BYTES + PLAIN_SERVICE_BYTES * count((service) => !isReader(service));

/**
 * Throws a `Failure` when the workers that read pages, each with `bytesOf(service)`, may together use more than a machine with
 * `limitBytes` has. One of each is allowed: they are seldom busy together.
 */
export const checkMemory = ({ limitBytes, replicas, bytesOf }) => {
  const count = counter(replicas);
  if (count(isReader) <= PAGE_READERS.size) return;
  const given = [...PAGE_READERS].reduce((sum, service) => sum + (replicas[service] ?? 1) * bytesOf(service), 0);
  const needed = keptBytes(count) + given;
  if (needed <= limitBytes) return;
  throw new Failure(
    `${count(isReader)} workers that read pages may use ${gib(needed)} of memory, with what the others take, and there are ${gib(limitBytes)}; ask for fewer of ${[...PAGE_READERS].join(', ')}, or give each of them less (BROWSER_SCRAPE_MEMORY, SERP_MEMORY, SITES_MEMORY)`,
  );
};

/**
 * Memory of each worker that reads pages on a machine with `limitBytes`; undefined for one of each, which plan as if alone
 * because they are seldom busy together. Throws a `Failure` when there is too little.
 */
export const shareMemory = ({ limitBytes, replicas }) => {
  const count = counter(replicas);
  const readers = count(isReader);
  if (readers <= PAGE_READERS.size) return undefined;
  const kept = keptBytes(count);
  const share = Math.floor((limitBytes - kept) / readers);
  if (share >= MIN_WORKER_BYTES) return share;
  throw new Failure(
    `${readers} workers that read pages need ${gib(kept + readers * MIN_WORKER_BYTES)} of memory and there are ${gib(limitBytes)}; ask for fewer of ${[...PAGE_READERS].join(', ')}, or say with WORKER_MEMORY_BYTES what each may use`,
  );
};
