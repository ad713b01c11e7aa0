import { given, isBody, refused, refusedField, unsupportedField, type Body, type CompatCall } from '../compat-call.js';
import { readFormats, type FormatName, type Formats } from './formats.js';
import { countryOf, OF_CLIENTS, secondsOf } from './shared-fields.js';

const FIELDS = {
  known: new Set([
    ...['formats', 'onlyMainContent', 'includeTags', 'excludeTags', 'headers', 'waitFor', 'timeout', 'maxAge'],
    ...['location', 'removeBase64Images', 'blockAds', 'proxy'],
  ]),
  // Hints about another service's own cache and engines; `parsers` names the documents that are read here anyway.
  ignored: new Set<string>([...OF_CLIENTS, 'storeInCache', 'fastMode', 'parsers']),
};

/** Pools by the names of proxies; undefined is the deployment's default exit. */
const PROXY_TYPES: ReadonlyMap<unknown, string | undefined> = new Map([
  [undefined, undefined],
  ['basic', undefined],
  ['auto', undefined],
  ['stealth', 'residential'],
  ['enhanced', 'residential'],
]);

const OUTPUT_FORMATS = { markdown: 'markdown', html: 'html', rawHtml: 'html' } as const;

/** The parameters of one page or of each page of a batch, without its address. */
const inputOf = (body: Body, { names, screenshot }: Formats, country: unknown): Body => {
  const outputFormat = Object.entries(OUTPUT_FORMATS).flatMap(([name, format]) =>
    [...names].some((asked) => asked === name) ? [format] : [],
  );
  const isRaw = names.has('rawHtml');
  return given({
    // What the page says of itself becomes the metadata.
    outputFormat: [...outputFormat, 'json'],
    extractLinks: names.has('links') ? true : undefined,
    screenshot,
    onlyMainContent: isRaw ? false : (body['onlyMainContent'] ?? true),
    removeBase64Images: isRaw ? false : (body['removeBase64Images'] ?? true),
    includeOnlyTags: isRaw ? undefined : listOrNone(body['includeTags']),
    excludeTags: isRaw ? undefined : listOrNone(body['excludeTags']),
    headers: body['headers'],
    wait: body['waitFor'] === 0 ? undefined : body['waitFor'],
    timeout: body['timeout'],
    maxAge: secondsOf(body['maxAge']),
    blockAds: body['blockAds'],
    proxyCountry: country,
    proxyType: PROXY_TYPES.get(body['proxy']),
  });
};

const listOrNone = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? undefined : value);

const bodyOf = (value: unknown): Body => (isBody(value) ? value : {});

/** The page's own statements under the names that clients know. */
const metadataOf = (answer: Body, url: unknown): Body => {
  const { title, creditsCharged, id } = bodyOf(answer['requestMetadata']);
  const { description, language, openGraph } = bodyOf(answer['json']);
  const graph = bodyOf(openGraph);
  return given({
    title,
    description,
    language,
    ogTitle: graph['title'],
    ogDescription: graph['description'],
    ogUrl: graph['url'],
    ogImage: graph['image'],
    ogSiteName: graph['site_name'],
    sourceURL: url,
    url: answer['url'],
    statusCode: answer['statusCode'],
    contentType: bodyOf(answer['headers'])['content-type'],
    scrapeId: id,
    creditsUsed: creditsCharged,
  });
};

/** A page as clients read it. */
export const documentOf = (answer: Body, url: unknown, names: ReadonlySet<FormatName>): Body => {
  const warnings = answer['warnings'];
  const data = given({
    markdown: names.has('markdown') ? answer['markdown'] : undefined,
    html: names.has('html') ? answer['content'] : undefined,
    rawHtml: names.has('rawHtml') ? answer['content'] : undefined,
    links: answer['links'],
    screenshot: answer['screenshot'],
    warning: Array.isArray(warnings) ? warnings.join(', ') : undefined,
  });
  return { ...data, metadata: metadataOf(answer, url) };
};

type OptionsReading =
  | { readonly ok: true; readonly input: Body; readonly names: ReadonlySet<FormatName> }
  | { readonly ok: false; readonly message: string };

/** What a call says of how to read its pages; `others`: its fields that say something else. */
export const readPageOptions = (body: Body, others: readonly string[]): OptionsReading => {
  const known = new Set([...FIELDS.known, ...others]);
  const unsupported = unsupportedField(body, { known, ignored: FIELDS.ignored });
  if (unsupported !== undefined) return refusedField(unsupported);
  if (!PROXY_TYPES.has(body['proxy'])) {
    return { ok: false, message: 'proxy must be one of basic, auto, stealth, enhanced.' };
  }
  const read = readFormats(body['formats']);
  if (!read.ok) return read;
  const location = countryOf(body['location']);
  if (!location.ok) return refusedField('location with more than a country');
  return { ok: true, input: inputOf(body, read.formats, location.country), names: read.formats.names };
};

/** One page. */
export const scrapeCall: CompatCall = {
  path: '/v2/scrape',
  read: (body) => {
    const options = readPageOptions(body, ['url']);
    if (!options.ok) return refused(options.message);
    const { url } = body;
    return {
      ok: true,
      operation: 'scrape/web',
      input: given({ url, ...options.input }),
      write: (answer) => ({ success: true, data: documentOf(answer, url, options.names) }),
    };
  },
};
