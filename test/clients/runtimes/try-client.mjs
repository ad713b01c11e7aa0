/** What the TypeScript client must do in every runtime, with nothing but what all of them have. */
import { QuarryClient, QuarryError, verifyWebhook } from 'quarry-client';

const SECRET = 'whsec_c2xhdGUtc2xhdGUtc2xhdGUtc2xhdGUt';

/** A webhook signed as the service signs, by the cryptography of the web. */
const signed = async (body) => {
  const [id, timestamp] = ['msg_1', String(Math.floor(Date.now() / 1_000))];
  const bytes = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(atob(SECRET.slice(6))), algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(`${id}.${timestamp}.${body}`)));
  const text = `v1,${btoa(String.fromCharCode(...signature))}`;
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': text };
};

const isVerified = async (body, headers) => {
  try {
    return (await verifyWebhook({ headers, body, secret: SECRET })).type;
  } catch (error) {
    return error.name;
  }
};

const bytesIn = async (stream) => {
  let count = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) count += read.value.length;
  return count;
};

/** An in-memory store of progress: runtimes without files have something of the kind. */
const memoryProgress = () => {
  let kept;
  return { load: async () => kept, save: async (value) => void (kept = value) };
};

export const tryClient = async ({ baseUrl, apiKey, siteUrl, by }) => {
  const client = new QuarryClient({ baseUrl, apiKey });
  const page = await client.scrape.web({
    url: `${siteUrl}/page/${by}`,
    jsRendering: false,
    outputFormat: ['markdown'],
  });
  const file = await client.files.download(page.requestMetadata.html);
  const blocked = { url: `${siteUrl}/block/${by}`, jsRendering: false };
  const failure = await client.scrape.web(blocked, { maxRetries: 0 }).catch((error) => error);
  const aborted = await client.scrape
    .web({ url: `${siteUrl}/page/never`, jsRendering: false }, { signal: AbortSignal.abort(new Error('enough')) })
    .catch((error) => error.message);

  const requests = [1, 2, 3].map((index) => ({ url: `${siteUrl}/page/${by}-${index}` }));
  const submission = { requests, defaults: { jsRendering: false, outputFormat: ['text'] } };
  const progress = memoryProgress();
  const rows = [];
  const first = await client.batches.scrape.web.submit(submission, { progress });
  for await (const { result } of first.results({ pollIntervalMs: 100, pageSize: 1 })) {
    if (rows.length === 1) break;
    rows.push(result.index);
  }
  const again = await client.batches.scrape.web.submit(submission, { progress });
  for await (const { result, answer } of again.results({ pollIntervalMs: 100 })) {
    rows.push(result.index);
    if (!(await answer()).text.startsWith('Report')) throw new Error('an answer is of another page');
  }

  const event = '{"type":"test","timestamp":"2026-11-22T10:15:00.000Z","data":{"message":"slate"}}';
  const headers = await signed(event);
  return {
    markdown: page.markdown.split('\n')[0],
    fileIsWhole: (await bytesIn(file.body)) > 100,
    failure:
      failure instanceof QuarryError ? [failure.code, failure.retryable, failure.creditsCharged] : String(failure),
    aborted,
    isSameBatch: first.id === again.id,
    rows: [...new Set(rows)].sort(),
    webhook: [await isVerified(event, headers), await isVerified(`${event} `, headers)],
  };
};
