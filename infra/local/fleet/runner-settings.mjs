import { FLEET } from './replicas.mjs';

const DEFAULT_PORT = 3_000;
const MAX_PORT = 65_535;
const MILLISECONDS = ['RESTART_DELAY_MAX_MS', 'HEALTH_CHECK_MS'];

/** What is wrong with the settings that only the runner reads, one line each. `gateways`: how many ports from `PORT` on. */
export const runnerProblems = (env, gateways = 1) => {
  const problems = [];
  const first = env.PORT ? Number(env.PORT) : DEFAULT_PORT;
  if (!Number.isInteger(first) || first < 0 || first > MAX_PORT) {
    problems.push(`PORT is "${env.PORT}"; write a number from 0 (any free port) to ${MAX_PORT}`);
  } else if (first + gateways - 1 > MAX_PORT) {
    const last = first + gateways - 1;
    problems.push(`PORT is ${first} and ${gateways} gateways need ports up to ${last}; choose a lower one`);
  }
  for (const name of MILLISECONDS) {
    if (env[name] && !/^\d{1,6}$/.test(env[name])) problems.push(`${name} is "${env[name]}"; write milliseconds`);
  }
  return problems;
};

/** The ports that are asked for, consecutive; undefined when any free port will do. Only for settings without problems. */
export const wantedPorts = (env, gateways) => {
  const first = env.PORT ? Number(env.PORT) : DEFAULT_PORT;
  return first === 0 ? undefined : Array.from({ length: gateways }, (_, index) => first + index);
};

/** Highest port there is. */
export const LAST_PORT = MAX_PORT;

/** Gateways that the replicas ask for; a fleet without one still names a port. */
export const gatewaysOf = (replicas = {}, services = FLEET) =>
  services.includes('gateway') ? Math.max(1, replicas.gateway ?? 1) : 1;
