const HOSTS = [
  '127.0.0.1', '127.0.0.2', '127.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.01', '127.0.0.1.', '0', '0x0', '0.0.0.0',
  '127。0。0。1', '１２７.０.０.１', '①②⑦.⓪.⓪.①', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127.0\u00AD.0.1', '[::1]', '[0:0:0:0:0:0:0:1]', '[::]',
  '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]',
  '[fe80::5efe:7f00:1]', 'localhost', 'LOCALHOST.', 'ｌocalhost', 'a.localhost', 'ip6-localhost', 'user:pass@127.0.0.1', 'example.com@127.1',
  'example.com%23@[::1]', '169.254.169.254', '2852039166', '0251.0376.0251.0376', '[::ffff:a9fe:a9fe]', '[fd00:ec2::254]', '100.100.100.200',
  '168.63.129.16', '10.0.0.1', '192.168.257', '172.16.0.1', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '[fe80::1]', '[fc00::1]',
  '[ff02::1]', '[2001:db8::1]',
]; // oxfmt-ignore

const PATTERNS = [
  'http://127.0.0.1:PORT\\@example.com/', 'http://127.0.0.1:PORT#@example.com/', 'http:\\\\127.0.0.1:PORT\\', 'http:/127.0.0.1:PORT/',
  'http:///127.0.0.1:PORT/', 'ht\ntp://127.0.0.1:PORT/', ' http://127.0.0.1:PORT/ ', 'https://127.0.0.1:PORT/',
]; // oxfmt-ignore

/** Addresses and names of this machine and of private networks, as attackers write them. */
export const innerTargets = (port: number): readonly string[] => [
  ...HOSTS.map((host) => `http://${host}:${port}/`),
  ...PATTERNS.map((pattern) => pattern.replace('PORT', String(port))),
];

/** Values that are not http URLs, or not URLs. */
export const otherTargets = (port: number): readonly string[] => [
  'file:///etc/passwd', 'view-source:http://127.0.0.1:PORT/', 'chrome://version', 'about:blank', 'data:text/html,x', 'blob:http://127.0.0.1:PORT/1',
  'javascript:fetch("http://127.0.0.1:PORT/")', 'ftp://127.0.0.1:PORT/', 'gopher://127.0.0.1:PORT/_x', 'ws://127.0.0.1:PORT/',
  '//127.0.0.1:PORT/', '127.0.0.1:PORT', 'http://[::1%25lo]:PORT/', 'http://127.0.0.1:PORT:80/', 'http://127.0.0.1%00.example.com:PORT/',
].map((pattern) => pattern.replace('PORT', String(port))); // oxfmt-ignore
