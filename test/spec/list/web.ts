import { refused, type Entry, type EntryList, type Given, type Seen } from '../entry.js';

const PAGE = '{web}/shop/1';
const shows = (row: string, rule: string, give: Given, seen: Seen): Entry => ({ rows: [row], rule, give, seen });

export const WEB: EntryList = {
  table: 'scrape/web',
  operation: 'scrape/web',
  valid: { url: PAGE, jsRendering: false },
  entries: [
    shows('url', 'is the page that is asked', {}, { asked: { path: '/shop/1' }, answer: { url: '{web}/shop/1', statusCode: 200 } }), // oxfmt-ignore
    refused('url', 'is required', { url: null }, 'url', 'required'),
    refused('url', 'is complete', { url: 'example.com/page' }, 'url', 'url'),
    shows('url', 'is http or https', { url: 'ftp://example.com/' }, { status: 422, error: 'target_forbidden' }),
    shows('url', 'is not a private address', { url: 'http://10.0.0.1/' }, { status: 422, error: 'target_forbidden' }),
    shows(
      'outputFormat',
      'is html unless stated',
      {},
      { answer: { content: /<h1>Slate lamp<\/h1>/, markdown: null, text: null } },
    ),
    shows('outputFormat', 'is markdown', { outputFormat: ['markdown'] }, { answer: { markdown: /^[^]*# Slate lamp/, content: null } }), // oxfmt-ignore
    shows('outputFormat', 'is text', { outputFormat: ['text'] }, { answer: { text: /Slate lamp/, content: null } }),
    shows(
      'outputFormat',
      'is the page as data',
      { outputFormat: ['json'] },
      { answer: { 'json.language': 'en', content: null } },
    ),
    shows('outputFormat', 'is several at once', { outputFormat: ['html', 'text', 'markdown', 'json'] }, { answer: { content: /<h1>/, text: /Slate/, markdown: /# /, 'json.language': 'en' } }), // oxfmt-ignore
    refused('outputFormat', 'is one of its values', { outputFormat: ['pdf'] }, 'outputFormat.0', 'enum'),
    refused('outputFormat', 'is a list', { outputFormat: 'html' }, 'outputFormat', 'array'),
    shows('screenshot', 'shows the rendered page', { jsRendering: true, screenshot: true }, { answer: { screenshot: /^\{files\}\/\S+\.jpe?g$/, rendered: true } }), // oxfmt-ignore
    shows('screenshot', 'is absent unless asked', {}, { answer: { screenshot: null } }),
    refused('screenshot', 'needs a browser', { screenshot: true }, 'screenshot', 'requiresRendering'),
    shows('extractLinks', 'lists all links', { extractLinks: true }, { answer: { links: ['{web}/', '{web}/lamps', '{web}/imprint'] } }), // oxfmt-ignore
    shows('extractLinks', 'is false unless stated', {}, { answer: { links: null } }),
    refused('extractLinks', 'is true or false', { extractLinks: 'yes' }, 'extractLinks', 'boolean'),
    shows('extractEmails', 'lists all addresses', { url: '{web}/page/1', extractEmails: true }, { answer: { emails: ['desk@example.com'] } }), // oxfmt-ignore
    shows('extractEmails', 'is false unless stated', { url: '{web}/page/1' }, { answer: { emails: null } }),
    refused('extractEmails', 'is true or false', { extractEmails: 1 }, 'extractEmails', 'boolean'),
    shows('proxyType', 'is residential', { proxyType: 'residential' }, { exit: /^residential-/, charged: 5 }),
    shows('proxyType', 'is datacenter', { proxyType: 'datacenter' }, { exit: /^datacenter-/, charged: 1 }),
    refused('proxyType', 'is one of its values', { proxyType: 'mobile' }, 'proxyType', 'enum'),
    shows('proxyCountry', 'is the country of the proxy', { proxyType: 'residential', proxyCountry: 'DE' }, { exit: /^residential-de-/ }), // oxfmt-ignore
    shows('proxyCountry', 'may be written UK', { proxyType: 'residential', proxyCountry: 'uk' }, { exit: /^residential-gb-/ }), // oxfmt-ignore
    shows('proxyCountry', 'is refused where no pool has it', { proxyType: 'residential', proxyCountry: 'FR' }, { status: 422, error: 'proxy_unavailable' }), // oxfmt-ignore
    refused('proxyCountry', 'is a country', { proxyCountry: 'Germany' }, 'proxyCountry', 'enum'),
    shows('aiExtractRules', 'is a string', { aiExtractRules: { name: { type: 'string' } } }, { answer: { 'aiResponse.name': 'Slate lamp' } }), // oxfmt-ignore
    shows('aiExtractRules', 'is a number', { aiExtractRules: { price: { type: 'number' } } }, { answer: { 'aiResponse.price': 49.9 } }), // oxfmt-ignore
    shows('aiExtractRules', 'is a boolean', { aiExtractRules: { inStock: { type: 'boolean' } } }, { answer: { 'aiResponse.inStock': true } }), // oxfmt-ignore
    refused('aiExtractRules', 'has a type', { aiExtractRules: { name: {} } }, 'aiExtractRules', 'jsonSchemaAI'),
    refused('aiExtractRules', 'is an object', { aiExtractRules: ['name'] }, 'aiExtractRules', 'object'),
  ],
};

/** The fields of a page’s result. */
export const WEB_RESULT: EntryList = {
  table: 'page-scrape result',
  operation: 'scrape/web',
  valid: { url: PAGE, jsRendering: false, outputFormat: ['html', 'text', 'markdown'] },
  entries: [
    shows('requestMetadata', 'has the id and the status', {}, { answer: { 'requestMetadata.id': /^[0-9a-f-]{36}$/, 'requestMetadata.status': 'ok' } }), // oxfmt-ignore
    shows('headers', 'has lower-case names', { url: '{web}/status/200' }, { answer: { 'headers.x-target': /./, 'headers.content-type': 'text/html', 'headers.Content-Type': null } }), // oxfmt-ignore
    shows('screenshot', 'is a link to the stored picture', { jsRendering: true, screenshot: true }, { answer: { screenshot: /^\{files\}\/\S+\.jpe?g$/ } }), // oxfmt-ignore
    shows('content', 'is the html of the page', {}, { answer: { content: /<h1>Slate lamp<\/h1>/ } }),
    shows('markdown', 'is the page as markdown', {}, { answer: { markdown: /# Slate lamp/ } }),
    shows('text', 'is the page as text', {}, { answer: { text: /A lamp cut from one block of slate/ } }),
  ],
};
