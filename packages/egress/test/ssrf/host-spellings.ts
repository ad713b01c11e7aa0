/** One way to write a target. */
export interface Spelling {
  /** As it would stand in a request, with `port` where it names one. */
  readonly write: (port: number) => string;
  readonly name: string;
}

const asHost = (host: string): Spelling => ({ name: host, write: (port) => `http://${host}:${port}/` });
const asUrl = (pattern: string): Spelling => ({
  name: pattern,
  write: (port) => pattern.replaceAll('PORT', String(port)),
});

/** Spellings that lead to this machine where they are let through: each has a canary behind it. */
export const INWARD_SPELLINGS: readonly Spelling[] = [
  ...[
    '127.0.0.1', '127.0.0.2', '127.255.255.254', '127.1', '127.0.1', '127.2', '2130706433', '2130706434',
    '0x7f000001', '0X7F000001', '0x7f.1', '0x7f.0.0.1', '0x7f.0x0.0x0.0x1', '0x000000007f.0.0.1', '017700000001',
    '0177.0.0.1', '0177.1', '0177.0.0.01', '00000177.0.0.1', '0x7f.00.0.1', '0177.0x0.0.1', '127.0x1', '127.00000.1',
    '127.0.0.1.', '127.1.', '2130706433.', '0x7f000001.', '0', '0.0.0.0', '0x0', '00', '0.0', '0x', '0x0.0x0',
    '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '127。1', '127.0.0。1．', '１２７.０.０.１', '１２７．１', '①②⑦.⓪.⓪.①',
    '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '²130706433', '０x7f000001', '0ｘ7f.1', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127.0.0.%31',
    '%30%78%37%66%2e%31', '%32130706433', '%EF%BC%91%32%37.1', '127%E3%80%82%30.0.1', '127.0\u00AD.0.1',
    '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::0:1]', '[0::1]', '[::0.0.0.1]', '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]', '[::FFFF:7F00:0001]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::ffff:127.0.0.2]', '[::ffff:0.0.0.0]', '[::]',
    '[0:0:0:0:0:0:0:0]', '[::0.0.0.0]',
    'localhost', 'LOCALHOST', 'localhost.', 'LocalHost', 'ｌocalhost', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'localhoſt', '%6cocalhost', 'local\u00ADhost',
    'a.localhost', 'a.b.localhost.', 'localhost.localdomain', 'ip6-localhost', 'ip6-loopback',
    'user@127.0.0.1', 'user:pass@127.1', 'example.com@127.0.0.1', 'example.com:80@127.0.0.1', 'a@b@127.0.0.1',
    'example.com%40x@127.0.0.1', 'example.com%2f@127.0.0.1', 'example.com%23@[::1]', '@127.0.0.1', ':@127.0.0.1',
  ].map(asHost),
  ...[
    'http://127.0.0.1:PORT\\@example.com/', 'http://127.0.0.1:PORT#@example.com/', 'http://127.0.0.1:PORT?@example.com/',
    'http://127.0.0.1:PORT/@example.com/', 'http:\\\\127.0.0.1:PORT\\', 'http:/127.0.0.1:PORT/',
    'http:///127.0.0.1:PORT/', 'http://///127.0.0.1:PORT', 'http:\\/127.0.0.1:PORT/', ' http://127.0.0.1:PORT/ ',
    'ht\ntp://127.0.0.1:PORT/', 'http://127.\t0.0.1:PORT/', 'http://127.0\r\n.0.1:PORT/', 'ht\ttp:\n//127.1:PORT/',
    'HTTP://127.0.0.1:PORT/', 'hTTp://127.1:PORT/', 'http://127.0.0.1:0PORT/', 'http://127.0.0.1:000PORT/',
    'http://127.0.0.1:PORT/%2e%2e/', 'http://127.0.0.1:PORT/?x=http://example.com/', 'http://127.0.0.1:P\tORT/',
    'http://example.com\\@127.0.0.1:PORT/'.replace('example.com\\@', 'x\u00ADy@'),
  ].map((pattern) => asUrl(pattern.replace('P\tORT', 'PORT\t'))),
]; // oxfmt-ignore

/** Targets beyond this machine. Nothing of ours listens there, and a let-through one would be dialled for real. */
export const OUTER_SPELLINGS: readonly Spelling[] = [
  '169.254.169.254', '2852039166', '0xA9FEA9FE', '0xa9.0xfe.0xa9.0xfe', '0251.0376.0251.0376', '025177524776',
  '169.254.43518', '169.16689662', '169。254。169。254', '１６９.254.169.254', '169.254.169.254.', '%31%36%39.254.169.254',
  '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', '[::a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::a9fe:a9fe]', '[64:ff9b:1:a9fe:a9:fe00::]', '[2002:a9fe:a9fe::]', '[2002:a9fe:a9fe::1]',
  '[2001:0:a9fe:a9fe::1]', '[2001::5601:5601]', '[fe80::5efe:a9fe:a9fe]', '[2606:4700::5efe:a9fe:a9fe]',
  '[2606:4700::200:5efe:10.0.0.1]', '[::ffff:0:a9fe:a9fe]', '[fd00:ec2::254]', '[fd00:0ec2:0:0:0:0:0:0254]', '[fd20:ce::254]',
  'user@169.254.169.254', '169.254.170.2', '169.254.170.23', '169.254.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192',
  '100.64.0.1', '100.127.255.254', '10.0.0.1', '10.1', '167772161', '012.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.0.1',
  '192.168.257', '3232235521', '0xc0a80001', '198.18.0.1', '198.19.255.254', '192.0.2.1', '198.51.100.1', '203.0.113.1',
  '192.88.99.1', '192.0.0.8', '192.0.0.170', '192.31.196.1', '192.52.193.1', '192.175.48.1', '224.0.0.1', '239.255.255.250',
  '240.0.0.1', '255.255.255.255', '4294967295', '0.1.2.3', '[fe80::1]', '[febf::1]', '[fec0::1]', '[fc00::1]',
  '[fdff::1]', '[ff02::1]', '[ff05::1:3]', '[100::1]', '[100:0:0:1::1]', '[2001:db8::1]', '[3fff::1]', '[5f00::1]',
  '[2001:2::1]', '[2001:10::1]', '[2001:20::1]', '[2002:7f00:1::]', '[2002:c0a8:101::1]', '[2001:0:7f00:1::]', '[64:ff9b::7f00:1]',
  '[64:ff9b::10.0.0.1]', '[64:ff9b:1::127.0.0.1]', '[::ffff:10.0.0.1]', '[::ffff:192.168.1.1]', '[::10.0.0.1]',
  '[::127.0.0.1]', '[2620:4f:8000::1]', '[4000::1]', '[e000::1]',
].map(asHost); // oxfmt-ignore

/** What no reader of URLs takes for one, or for one of ours; zone ids among them. */
export const BROKEN_SPELLINGS: readonly Spelling[] = [
  'http://[fe80::1%25lo]:PORT/', 'http://[fe80::1%lo]:PORT/', 'http://[::1%25lo]:PORT/', 'http://[::1%lo]:PORT/',
  'http://[::1%251]:PORT/', 'http://[::ffff:127.0.0.1%25lo]:PORT/', 'http://[127.0.0.1]:PORT/', 'http://[::1:PORT/',
  'http://[localhost]:PORT/', 'http://256.0.0.1:PORT/', 'http://127.0.0.0.1:PORT/', 'http://0x100000000:PORT/',
  'http://4294967296:PORT/', 'http://127.0.0.1%00.example.com:PORT/', 'http://127.0.0.1%0a:PORT/', 'http://127.0.0.1 :PORT/',
  'http://127.0.0.1%20:PORT/', 'http://127..1:PORT/', 'http://127.0.0.09:PORT/', 'http://127.0.0.1:PORT:80/',
  'http://127.0.0.1:99999/', 'http://127.0.0.1:-1/', 'http://127.0.0.1:80 PORT/', 'http://127.0.0.1|example.com:PORT/',
  'http://127.0.0.1%2f:PORT/', 'http://127.0.0.1^:PORT/', 'http://:PORT/', 'http://', '//127.0.0.1:PORT', '127.0.0.1:PORT',
].map(asUrl); // oxfmt-ignore

/** Schemes other than http and https, as a target of a fetch. */
export const FOREIGN_SCHEMES: readonly Spelling[] = [
  'file:///etc/passwd', 'file://127.0.0.1:PORT/x', 'FILE:///etc/hostname', 'file:/etc/passwd', 'file://localhost/etc/passwd',
  'view-source:http://127.0.0.1:PORT/', 'view-source:file:///etc/passwd', 'chrome://version', 'chrome://net-export', 'chrome:version',
  'chrome-extension://abc/x', 'chrome-untrusted://x', 'devtools://devtools/bundled/inspector.html?ws=127.0.0.1:PORT/x',
  'about:blank', 'about:version', 'data:text/html,<img src=http://127.0.0.1:PORT/>', 'javascript:fetch("http://127.0.0.1:PORT/")',
  'blob:http://127.0.0.1:PORT/1', 'filesystem:http://127.0.0.1:PORT/temporary/x', 'ftp://127.0.0.1:PORT/', 'ftps://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_x', 'dict://127.0.0.1:PORT/x', 'ldap://127.0.0.1:PORT/', 'tftp://127.0.0.1:PORT/x', 'sftp://127.0.0.1:PORT/',
  'ws://127.0.0.1:PORT/', 'wss://127.0.0.1:PORT/', 'jar:http://127.0.0.1:PORT!/', 'netdoc:///etc/passwd', 'php://filter/x',
  'unix:/run/x.sock', 'http+unix://%2frun%2fx.sock/', 'mailto:a@127.0.0.1', 'tel:1', 'smb://127.0.0.1:PORT/x', 'git://127.0.0.1:PORT/x',
  'isolated-app://x/', 'cid:x', 'intent://127.0.0.1:PORT/#Intent;scheme=http;end', 'feed:http://127.0.0.1:PORT/',
].map(asUrl); // oxfmt-ignore
