import { BlockList, isIP } from 'node:net';

const familyOf = (address) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const isInBlock = (cidr, address) => {
  const [network, bits] = cidr.split('/');
  if (familyOf(network) !== familyOf(address)) return false;
  const block = new BlockList();
  block.addSubnet(network, Number(bits), familyOf(network));
  return block.check(address, familyOf(address));
};

const EXPRESSIONS = {
  In: (value, values) => values.includes(value),
  NotIn: (value, values) => !values.includes(value),
  Exists: (value) => value !== undefined,
  DoesNotExist: (value) => value === undefined,
};

/** Whether labels match a selector; an empty selector matches all. */
export const isSelected = ({ matchLabels = {}, matchExpressions = [] }, labels) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values }) => EXPRESSIONS[operator](labels[key], values));

/** A peer is a block of addresses, or pods by their labels and those of their namespace. */
const isPeer = ({ ipBlock, podSelector, namespaceSelector }, end, { namespace, namespaces }) => {
  if (ipBlock) {
    return isInBlock(ipBlock.cidr, end.address) && !(ipBlock.except ?? []).some((cidr) => isInBlock(cidr, end.address));
  }
  if (!end.labels) return false;
  const isThere = namespaceSelector
    ? isSelected(namespaceSelector, namespaces[end.namespace])
    : end.namespace === namespace;
  return isThere && isSelected(podSelector ?? {}, end.labels);
};

/** Port names are those of the destination pod. */
const isPort = ({ protocol = 'TCP', port, endPort }, { to, asked }) => {
  if (protocol !== asked.protocol) return false;
  if (port === undefined) return true;
  const first = typeof port === 'string' ? to.ports?.[port] : port;
  return asked.port >= first && asked.port <= (endPort ?? first);
};

const DIRECTIONS = [
  { type: 'Egress', rules: 'egress', peers: 'to', own: 'from', other: 'to' },
  { type: 'Ingress', rules: 'ingress', peers: 'from', own: 'to', other: 'from' },
];

/** The directions of a policy that does not name them. */
const typesOf = ({ policyTypes, egress }) => policyTypes ?? (egress ? ['Ingress', 'Egress'] : ['Ingress']);

const allowsOneWay = (policies, connection, { type, rules, peers, own, other }, namespaces) => {
  const pod = connection[own];
  if (!pod.labels) return true;
  const about = policies.filter(
    ({ metadata, spec }) =>
      metadata.namespace === pod.namespace && typesOf(spec).includes(type) && isSelected(spec.podSelector, pod.labels),
  );
  if (about.length === 0) return true;
  return about.some(({ metadata, spec }) =>
    (spec[rules] ?? []).some((rule) => {
      const { namespace } = metadata;
      const isAnyPeer = !rule[peers]?.length;
      return (
        (isAnyPeer || rule[peers].some((peer) => isPeer(peer, connection[other], { namespace, namespaces }))) &&
        (!rule.ports?.length || rule.ports.some((port) => isPort(port, connection)))
      );
    }),
  );
};

/**
 * Whether Kubernetes allows a connection, by networking.k8s.io/v1: a pod that no policy of a direction selects may do
 * everything, others only what some rule allows, and both ends must allow it. A pod is `{ namespace, labels, ports, address }`,
 * any other end `{ address }`. `namespaces` has the labels of each.
 */
export const isLetThrough = ({ policies, namespaces }, { from, to, port, protocol = 'TCP' }) => {
  const connection = { from, to, asked: { port, protocol } };
  return DIRECTIONS.every((direction) => allowsOneWay(policies, connection, direction, namespaces));
};
