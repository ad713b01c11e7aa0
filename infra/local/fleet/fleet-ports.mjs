import { findFreePorts, portProblem } from '../host/local-ports.mjs';
import { Failure } from '../host/run-command.mjs';
import { CONSOLE_PORT, LAST_PORT, portsFrom, wantedPorts } from './runner-settings.mjs';

/** Throws a `Failure` unless all of these ports can be listened on; `name` is the setting that chose the first. */
const checkPorts = async ({ ports, host, name, what }) => {
  const [first] = ports;
  const last = ports.at(-1);
  for (const port of ports) {
    const problem = await portProblem(port, host);
    if (problem === 'EADDRINUSE') {
      const needed = first === last ? '' : ` and ${ports.length} ${what} need ${first} to ${last}`;
      const other = port === LAST_PORT ? 0 : port + 1;
      throw new Failure(`Port ${port} is taken${needed}; choose another one: ${name}=${other} npm start`);
    }
    if (!problem) continue;
    const others = `${name.replace('PORT', 'HOST')} or ${name}`;
    throw new Failure(`Quarry cannot listen on ${host}:${port} (${problem}); set ${others} otherwise`);
  }
  return ports;
};

/** The requested ports of the gateways, consecutive and checked to be free; undefined when any port will do. */
const chooseGatewayPorts = async ({ env, count, host }) => {
  const ports = wantedPorts(env, count);
  return ports && checkPorts({ ports, host, name: 'PORT', what: 'gateways' });
};

/**
 * The same of the consoles. A port that was asked for must be free; without one, the console takes its usual port where that
 * is free and the fleet's ports are fixed, and otherwise any.
 */
const chooseConsolePorts = async ({ env, count, gateways }) => {
  if (count === 0) return undefined;
  const host = env.CONSOLE_HOST || '127.0.0.1';
  if (env.CONSOLE_PORT) {
    const ports = portsFrom(Number(env.CONSOLE_PORT), count);
    const shared = ports?.find((port) => gateways?.includes(port));
    if (shared) throw new Failure(`PORT and CONSOLE_PORT both ask for ${shared}; choose another one for the console`);
    return ports && checkPorts({ ports, host, name: 'CONSOLE_PORT', what: 'consoles' });
  }
  const isUsual = count === 1 && gateways && !gateways.includes(CONSOLE_PORT);
  return isUsual && (await portProblem(CONSOLE_PORT, host)) === undefined ? [CONSOLE_PORT] : undefined;
};

/**
 * Every port of the fleet, all different: `{ redis, health, gateway, console }`, the last three a port for each member,
 * gateway or console. `members` are as `nameReplicas` returns them.
 */
export const findPorts = async ({ env, members, host }) => {
  const countOf = (wanted) => members.filter(({ service }) => service === wanted).length;
  // A fleet of the tests may have no gateway, but its environment names a port.
  const [gateways, consoles] = [Math.max(1, countOf('gateway')), countOf('console')];
  const gateway = await chooseGatewayPorts({ env, count: gateways, host });
  const console = await chooseConsolePorts({ env, count: consoles, gateways: gateway });
  const [redis, ...free] = await findFreePorts(1 + members.length + gateways + consoles);
  const take = (count) => free.splice(0, count);
  return {
    redis,
    health: take(members.length),
    gateway: gateway ?? take(gateways),
    console: console ?? take(consoles),
  };
};
