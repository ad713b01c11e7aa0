/** The ports that browsers refuse by the Fetch standard ("port blocking"): a request could be abused to talk to services of other protocols. */
const FETCH_STANDARD = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
] as const;

/** Ports of databases and of machine administration, at which no pages are served. */
const DATABASES_AND_ADMINISTRATION: Readonly<Record<string, readonly number[]>> = {
  smb: [445],
  rsync: [873],
  sqlServer: [1433, 1434],
  oracle: [1521],
  docker: [2375, 2376],
  etcd: [2379, 2380],
  mysql: [3306],
  remoteDesktop: [3389],
  postgresql: [5432],
  vnc: [5900],
  winrm: [5985, 5986],
  redis: [6379],
  kubernetes: [6443, 10_250],
  cassandra: [7000, 9042],
  elasticsearch: [9200, 9300],
  memcached: [11_211],
  mongodb: [27_017, 27_018, 27_019],
};

const CLOSED_PORTS: ReadonlySet<number> = new Set([
  ...FETCH_STANDARD,
  ...Object.values(DATABASES_AND_ADMINISTRATION).flat(),
]);

/** Whether a port is closed to targets unless the operator allows it by number. */
export const isClosedPort = (port: number): boolean => CLOSED_PORTS.has(port);

export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));
