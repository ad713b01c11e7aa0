/** Reads from a registry, by the distribution API, which image a tag names now. */

const MANIFEST_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
/** The API of Docker Hub has another host name than its images. */
const HOSTS = { 'docker.io': 'https://registry-1.docker.io' };
const TIMEOUT_MS = 30_000;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

const ask = (url, init = {}) => fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });

/** `Bearer realm="...",service="...",scope="..."` as the address that issues a token. */
const tokenAddress = (challenge) => {
  const fields = Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
  if (!/^bearer /i.test(challenge) || !fields.realm) throw new Error(`asks for ${challenge.split(' ', 1)[0]}`);
  const { realm, ...query } = fields;
  return `${realm}?${new URLSearchParams(query)}`;
};

const tokenFor = async (challenge) => {
  const answer = await ask(tokenAddress(challenge));
  if (!answer.ok) throw new Error(`gives no token (${answer.status})`);
  const { token, access_token: accessToken } = await answer.json();
  return token ?? accessToken;
};

/**
 * The digest of a tag for all platforms. Rejects with a readable error. `hosts` is for tests.
 */
export const resolveDigest = async ({ registry, name, tag }, hosts = HOSTS) => {
  const url = `${hosts[registry] ?? `https://${registry}`}/v2/${name}/manifests/${tag}`;
  const head = (headers) => ask(url, { method: 'HEAD', headers: { accept: MANIFEST_TYPES, ...headers } });
  try {
    let answer = await head({});
    const challenge = answer.headers.get('www-authenticate');
    if (answer.status === 401 && challenge)
      answer = await head({ authorization: `Bearer ${await tokenFor(challenge)}` });
    if (!answer.ok) throw new Error(`answers ${answer.status}`);
    const digest = answer.headers.get('docker-content-digest') ?? '';
    if (!DIGEST.test(digest)) throw new Error('names no digest');
    return digest;
  } catch (error) {
    throw new Error(`${registry}/${name}:${tag}: the registry ${error.cause?.code ?? error.message}`, { cause: error });
  }
};
