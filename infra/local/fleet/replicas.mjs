import { parseArgs } from 'node:util';
import { Failure } from '../host/run-command.mjs';

/** The services in the order of their start; they are stopped in reverse. */
export const FLEET = ['browser-scrape', 'serp', 'sites', 'batch-fanout', 'gateway', 'console'];
/** These read pages, each with a Chromium of its own, and divide the machine's memory. */
export const PAGE_READERS = new Set(['browser-scrape', 'serp', 'sites']);
/** Highest number that is accepted: more is a mistake on one machine. */
export const MAX_REPLICAS = 16;

const FLAGS = FLEET.map((service) => `--${service}`).join(', ');
const WHAT_THERE_IS = `there are ${FLAGS}, each with a number from 0 to ${MAX_REPLICAS}`;

export const REPLICAS_USAGE = `Starts the fleet as npm start does, with more than one replica of a service on request:

  npm run fleet -- --browser-scrape 3 --serp 2

${FLEET.map((service) => `  --${service.padEnd(14)} replicas, 0 to ${MAX_REPLICAS}; 1 when left out`).join('\n')}

The first gateway listens on PORT (3000), the others on the ports that follow; so do consoles from CONSOLE_PORT on, where it
is set. Logs are in .quarry/logs, those of the
second replica of serp in serp-2.log. With more than one replica of a worker the workers that read pages divide the
machine's memory evenly (WORKER_MEMORY_BYTES says otherwise).
`;

const countOf = (service, text) => {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  if (count < 0 || count > MAX_REPLICAS) {
    throw new Failure(`--${service} is "${text}"; ${WHAT_THERE_IS}`);
  }
  return count;
};

/** The wanted replicas by service; undefined for `--help`. Throws a `Failure` that names every flag. */
export const readReplicas = (args) => {
  const options = { help: { type: 'boolean', short: 'h' } };
  for (const service of FLEET) options[service] = { type: 'string' };
  let values;
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    // The parser's further text is for programmers.
    throw new Failure(`${error.message.split(/[.\n]/, 1)[0]}; ${WHAT_THERE_IS}`);
  }
  if (values.help) return undefined;
  return Object.fromEntries(FLEET.map((service) => [service, countOf(service, values[service] ?? '1')]));
};

/** Every process of the services with its name: `serp`, `serp-2`, `serp-3`. */
export const nameReplicas = (services, replicas = {}) =>
  services.flatMap((service) =>
    Array.from({ length: replicas[service] ?? 1 }, (_, index) => ({
      service,
      name: index === 0 ? service : `${service}-${index + 1}`,
    })),
  );

/** The services with their counts, as text. */
export const describeReplicas = (services, replicas = {}) =>
  services
    .filter((service) => replicas[service] !== 0)
    .map((service) => ((replicas[service] ?? 1) > 1 ? `${replicas[service]} × ${service}` : service))
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
