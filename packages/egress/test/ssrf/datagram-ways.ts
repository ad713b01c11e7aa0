/** Ways by which a window may send what no request is: datagrams, and connections that carry the same. Each has a canary of its own. */
export const DATAGRAM_WAYS = ['stun', 'turn-udp', 'turn-tcp', 'candidate-udp', 'candidate-tcp'] as const;
/** A way of workers as well, for which a window need be no part of WebRTC. */
export const TRANSPORT_WAY = 'web-transport';

export type DatagramPorts = Readonly<Record<(typeof DATAGRAM_WAYS)[number] | typeof TRANSPORT_WAY, number>>;

/** Text of a function that tries all ways in a window, as far as it has the means. What is missing there is no error. */
export const tryDatagrams = (ports: DatagramPorts): string => `(w) => {
  const ports = ${JSON.stringify(ports)};
  const kept = (w.kept ??= []);
  const offer = (options) => {
    const peer = new w.RTCPeerConnection(options);
    kept.push(peer);
    peer.createDataChannel('x');
    peer.createOffer().then((made) => peer.setLocalDescription(made)).catch(() => 0);
    return peer;
  };
  const candidate = async (kind, port) => {
    const [one, other] = [offer(), new w.RTCPeerConnection()];
    kept.push(other);
    while (!one.localDescription) await new Promise((resolve) => setTimeout(resolve, 10));
    await other.setRemoteDescription(one.localDescription);
    await other.setLocalDescription(await other.createAnswer());
    await one.setRemoteDescription(other.localDescription);
    const tail = kind === 'tcp' ? ' tcptype passive' : '';
    await one.addIceCandidate({ candidate: 'candidate:1 1 ' + kind + ' 2122260223 127.0.0.1 ' + port + ' typ host' + tail, sdpMid: '0', sdpMLineIndex: 0 });
  };
  const tries = {
    'stun': () => offer({ iceServers: [{ urls: 'stun:127.0.0.1:' + ports['stun'] }] }),
    'turn-udp': () => offer({ iceServers: [{ urls: 'turn:127.0.0.1:' + ports['turn-udp'], username: 'text of', credential: 'the page' }] }),
    'turn-tcp': () => offer({ iceServers: [{ urls: 'turn:127.0.0.1:' + ports['turn-tcp'] + '?transport=tcp', username: 'a', credential: 'b' }] }),
    'candidate-udp': () => candidate('udp', ports['candidate-udp']).catch(() => 0),
    'candidate-tcp': () => candidate('tcp', ports['candidate-tcp']).catch(() => 0),
    'web-transport': () => new w.WebTransport('https://127.0.0.1:' + ports['web-transport'] + '/x').ready.catch(() => 0),
  };
  for (const way of Object.values(tries)) { try { way() } catch {} }
}`; // oxfmt-ignore

const WORKER_TRY = (port: number): string =>
  `try { new WebTransport('https://127.0.0.1:${port}/worker').ready.catch(() => 0) } catch {}`;

/** Windows from which a page may try, as the text of an expression that makes one; null where the browser gives none. */
export const WINDOWS: Readonly<Record<string, string>> = {
  own: 'window',
  frame: `(() => { const f = document.createElement('iframe'); document.body.append(f); return f.contentWindow })()`,
  popup: `open('about:blank')`,
  'named popup': `open('', 'a name')`,
  'popup of a popup': `open('about:blank')?.open('about:blank') ?? null`,
  'frame of a popup': `(() => { const w = open('about:blank'); if (!w) return null; const f = w.document.createElement('iframe');
    w.document.body.append(f); return f.contentWindow })()`,
};

const asText = (markup: string): string => JSON.stringify(markup).replaceAll('<', '\\u003c');

/** A page that tries them from every window, frame and worker at once; \`elsewhere\` is a page of another site that tries its own window. */
export const datagramPage = (ports: DatagramPorts, elsewhere: string): string => {
  const attempt = tryDatagrams(ports);
  const inner = `<body><script>(${attempt})(window)</script>`;
  const windows = Object.values(WINDOWS).map((make) => `try { const w = ${make}; if (w) attempt(w) } catch {}`);
  const worker = WORKER_TRY(ports[TRANSPORT_WAY]);
  return `<!doctype html><body><button id=go>go</button><script>
    const attempt = ${attempt};
    const frame = (set) => { const f = document.createElement('iframe'); set(f); document.body.append(f) };
    ${windows.join('\n')}
    frame((f) => { f.srcdoc = ${asText(inner)} });
    frame((f) => { f.sandbox = 'allow-scripts'; f.srcdoc = ${asText(inner)} });
    frame((f) => { f.src = 'data:text/html,' + encodeURIComponent(${asText(inner)}) });
    frame((f) => { f.src = URL.createObjectURL(new Blob([${asText(inner)}], { type: 'text/html' })) });
    frame((f) => { f.src = ${JSON.stringify(elsewhere)} });
    const script = URL.createObjectURL(new Blob([${JSON.stringify(worker)}]));
    try { new Worker(script) } catch {}
    try { new SharedWorker(script) } catch {}
    go.onclick = () => { for (const make of [() => open('about:blank'), () => open('about:blank')]) { const w = make(); if (w) attempt(w) } };
  </script>`;
};

/** A page that tries its own window. */
export const plainDatagramPage = (ports: DatagramPorts): string =>
  `<!doctype html><body><script>(${tryDatagrams(ports)})(window)</script>`;
