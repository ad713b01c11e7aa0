import { runCommand, runOrFail } from '../../local/host/run-command.mjs';

/** First two bytes of a private range that the machine does not use; the third byte numbers the networks. */
const PREFIX = '10.231';

/**
 * The networks of a compose file as bridges of this machine, and a network namespace for each container. Nothing is forwarded
 * between bridges, so containers reach each other only within a network.
 */
export const openNetworks = async ({ ip, names, mark }) => {
  const run = (...args) => runOrFail(`ip ${args.join(' ')} failed`, ip, args);
  const bridges = Object.fromEntries(
    names.map((name, index) => [name, { device: `q${mark}b${index}`, number: index }]),
  );
  const namespaces = [];
  const joined = {};
  let last = 1;
  for (const { device, number } of Object.values(bridges)) {
    await run('link', 'add', device, 'type', 'bridge');
    await run('addr', 'add', `${PREFIX}.${number}.1/24`, 'dev', device);
    await run('link', 'set', device, 'up');
  }
  return {
    /** This machine's own address in a network. */
    machineIn: (name) => `${PREFIX}.${bridges[name].number}.1`,
    addresses: joined,
    async join(container, networks) {
      const namespace = `q${mark}-${container}`;
      await run('netns', 'add', namespace);
      namespaces.push(namespace);
      await run('-n', namespace, 'link', 'set', 'lo', 'up');
      last += 1;
      joined[container] = {};
      for (const name of networks) {
        const { device, number } = bridges[name];
        const outside = `q${mark}v${last}-${number}`;
        await run('link', 'add', outside, 'type', 'veth', 'peer', 'name', `eth${number}`, 'netns', namespace);
        await run('link', 'set', outside, 'master', device, 'up');
        joined[container][name] = `${PREFIX}.${number}.${last}`;
        await run('-n', namespace, 'addr', 'add', `${joined[container][name]}/24`, 'dev', `eth${number}`);
        await run('-n', namespace, 'link', 'set', `eth${number}`, 'up');
      }
      return `/run/netns/${namespace}`;
    },
    async close() {
      for (const namespace of namespaces) await runCommand(ip, ['netns', 'del', namespace]);
      for (const { device } of Object.values(bridges)) await runCommand(ip, ['link', 'del', device]);
    },
  };
};
