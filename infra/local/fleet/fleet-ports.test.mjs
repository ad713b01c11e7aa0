import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { findFreePort as freePort, portProblem } from '../host/local-ports.mjs';
import { findPorts } from './fleet-ports.mjs';
import { nameReplicas } from './replicas.mjs';
import { CONSOLE_PORT } from './runner-settings.mjs';

const host = '127.0.0.1';
const servers = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A port on which somebody listens. */
const takenPort = async () => {
  const server = createServer();
  servers.push(server);
  await new Promise((resolve) => server.listen(0, host, resolve));
  return server.address().port;
};

const find = (env, replicas = {}, services = ['serp', 'gateway', 'console']) =>
  findPorts({ env, host, members: nameReplicas(services, replicas) });
const flat = ({ redis, health, gateway, console }) => [redis, ...health, ...gateway, ...console];

describe('the ports of a fleet', () => {
  it('are all different, one for each gateway, each console and each health check', async () => {
    const ports = await find({ PORT: '0' }, { gateway: 2, console: 2 });
    expect([ports.health.length, ports.gateway.length, ports.console.length]).toEqual([5, 2, 2]);
    expect(new Set(flat(ports)).size).toBe(flat(ports).length);
    expect(flat(ports)).not.toContain(CONSOLE_PORT);
  });

  it('name none of a console in a fleet without one', async () => {
    const ports = await find({ PORT: '0' }, {}, ['serp']);
    expect([ports.gateway.length, ports.console]).toEqual([1, []]);
  });

  it('are those that were asked for', async () => {
    const [port, consolePort] = [await freePort(), await freePort()];
    const ports = await find({ PORT: String(port), CONSOLE_PORT: String(consolePort) });
    expect([ports.gateway, ports.console]).toEqual([[port], [consolePort]]);
    const anywhere = await find({ PORT: String(port), CONSOLE_PORT: '0' });
    expect([port, consolePort, CONSOLE_PORT]).not.toContain(anywhere.console[0]);
  });

  it('leave the console its usual one unless that is taken', async () => {
    const ports = await find({ PORT: String(await freePort()) });
    const isFree = (await portProblem(CONSOLE_PORT, host)) === undefined;
    expect(ports.console[0] === CONSOLE_PORT).toBe(isFree);
  });

  it.each([
    ['PORT', async (port) => find({ PORT: port, CONSOLE_PORT: '0' })],
    ['CONSOLE_PORT', async (port) => find({ PORT: '0', CONSOLE_PORT: port })],
  ])('are refused where %s is taken, with another one to try', async (name, findWith) => {
    const port = await takenPort();
    await expect(findWith(String(port))).rejects.toThrow(
      `Port ${port} is taken; choose another one: ${name}=${port + 1} npm start`,
    );
  });

  it('are refused where both settings ask for one port', async () => {
    const port = String(await freePort());
    await expect(find({ PORT: port, CONSOLE_PORT: port })).rejects.toThrow(
      `PORT and CONSOLE_PORT both ask for ${port}`,
    );
  });
});
