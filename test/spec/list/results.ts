import type { Entry, EntryList, Page, Wanted } from '../entry.js';
import { AI_MODE_PAGE } from '../pages/ai-mode-page.js';
import { SERP_PAGE } from '../pages/serp-page.js';

/** An entry per field: the page shows it, and the response has this value. */
const fieldsOf = (page: Page | undefined, values: Readonly<Record<string, Wanted>>): readonly Entry[] =>
  Object.entries(values).map(([row, value]) => ({
    rows: [row],
    rule: 'is what the page shows',
    ...(page === undefined ? {} : { page }),
    seen: { answer: { [row]: value } },
  }));

const parents = (page: Page, rows: Readonly<Record<string, Readonly<Record<string, Wanted>>>>): readonly Entry[] =>
  Object.entries(rows).map(([row, answer]) => ({ rows: [row], rule: 'is present', page, seen: { answer } }));

const METADATA = {
  'requestMetadata.id': /^[0-9a-f-]{36}$/,
  'requestMetadata.status': 'ok',
  'requestMetadata.html': /^\{files\}\/\S+\.html$/,
  'requestMetadata.url': /^\{enginea\}\/search\?q=slate\+roof$/,
} as const;

const organic = (values: Readonly<Record<string, Wanted>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`organicResults[].${name}`, value]));
const under = (parent: string, values: Readonly<Record<string, Wanted>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${parent}.${name}`, value]));

export const REQUEST_METADATA: EntryList = {
  table: 'request metadata',
  operation: 'enginea/serp',
  valid: { q: 'slate roof' },
  entries: Object.entries(METADATA).map(([path, value]) => ({
    rows: [path.replace('requestMetadata.', '')],
    rule: 'is in the response',
    page: SERP_PAGE,
    seen: { answer: { [path]: value } },
  })),
};

export const SERP_RESULT: EntryList = {
  table: 'web-search result',
  operation: 'enginea/serp',
  valid: { q: 'slate roof' },
  entries: [
    ...parents(SERP_PAGE, {
      requestMetadata: METADATA,
      organicResults: { 'organicResults[].position': 1 },
      'organicResults[].sitelinks.inline': { 'organicResults[].sitelinks.inline[].title': 'One' },
      'organicResults[].sitelinks.list': { 'organicResults[].sitelinks.list[].title': 'First' },
      'organicResults[].richSnippet.top.detectedExtensions': organic({
        'richSnippet.top.detectedExtensions.rating': 4.8,
      }),
      'localResults.places': { 'localResults.places[].title': 'Slate shop' },
      relatedSearches: { 'relatedSearches[].query': 'slate roof price' },
      relatedQuestions: { 'relatedQuestions[].question': 'Why slate?' },
      knowledgeGraph: { 'knowledgeGraph.title': 'Slate' },
      perspectives: { 'perspectives[].title': /^How I laid part 1/ },
      immersiveProducts: { 'immersiveProducts[].title': 'Slate hook' },
    }),
    ...fieldsOf(SERP_PAGE, {
      'searchInformation.totalResults': '1250',
      'searchInformation.timeTaken': 0.31,
      ...organic({
        position: 2,
        title: 'A roof',
        link: 'https://a.example/p',
        displayedLink: 'https://a.example › p',
        source: 'Roof Site',
        snippet: 'A sentence about slate and of some length.',
        snippetHighlitedWords: ['slate'],
        'sitelinks.inline[].title': 'Two',
        'sitelinks.inline[].link': 'https://a.example/2',
        'sitelinks.list[].title': 'First',
        'sitelinks.list[].link': 'https://b.example/1',
        'sitelinks.list[].snippet': 'About it',
        images: ['https://pictures.example/slate.jpg'],
        'richSnippet.top.extensions': ['Rating: 4.8', '1,280 votes'],
        'richSnippet.top.detectedExtensions.rating': 4.8,
        'richSnippet.top.detectedExtensions.reviews': 1280,
      }),
      ...under('localResults.places[]', {
        position: 1,
        title: 'Slate shop',
        rating: 4.5,
        reviews: 1200,
        reviewsOriginal: '(1.2K)',
        address: '1 Main Street',
        hours: 'Open ⋅ Closes 6 PM',
        placeId: '16167693010129661015',
        description: 'Sells slates of every size',
      }),
      'localResults.moreLocationsLink': /\/search\?q=slate\+roof&tbm=lcl$/,
      'relatedSearches[].query': 'slate roof price',
      'relatedSearches[].link': /\/search\?q=slate\+roof\+price$/,
      ...under('relatedQuestions[]', {
        question: 'Why slate?',
        title: 'On slate',
        link: 'https://q.example/',
        displayedLink: 'https://q.example',
        snippet: 'It lasts.',
        list: ['Small', 'Large'],
        date: 'Jul 19, 2020',
      }),
      'knowledgeGraph.title': 'Slate',
      'knowledgeGraph.type': 'Stone',
      ...under('perspectives[]', {
        index: 1,
        author: 'Ann Roofer b',
        source: 'Posts Place',
        duration: '3:24',
        extensions: ['12 comments'],
        thumbnail: 'https://pictures.example/post-2.jpg',
        title: 'How I laid part 2 of my slate roof',
        link: 'https://posts.example/2',
        date: '2 days ago',
        snippet: 'I began at the eaves and worked my way up, one row of slates a day.',
      }),
      ...under('immersiveProducts[]', {
        position: 1,
        category: 'Hooks for roofs',
        title: 'Slate hook',
        productId: '1111',
        productLink: /\/shopping\/product\/1111/,
        price: '$12.50',
        extractedPrice: 12.5,
        source: 'Roof Shop',
        reviews: 1204,
        rating: 4.6,
        extensions: ['20% OFF'],
        delivery: 'Free delivery',
        thumbnail: 'https://pictures.example/hook.jpg',
      }),
    }),
  ],
};

export const AI_MODE_RESULT: EntryList = {
  table: 'ai-mode result',
  operation: 'enginea/ai-mode',
  valid: { q: 'slate roofs' },
  entries: [
    ...parents(AI_MODE_PAGE, {
      requestMetadata: { ...METADATA, 'requestMetadata.url': /^\{enginea\}\/search\?q=slate\+roofs&udm=50$/ },
      textBlocks: { 'textBlocks[].type': 'paragraph' },
      'textBlocks[].list': { 'textBlocks[].list[].snippet': 'It does not rot' },
      references: { 'references[].index': 1 },
    }),
    ...fieldsOf(AI_MODE_PAGE, {
      'textBlocks[].type': 'list',
      'textBlocks[].snippet': 'It lasts for a hundred years.',
      'textBlocks[].snippetHighlightedWords': ['a hundred years'],
      'textBlocks[].list[].snippet': 'It does not burn',
      'references[].link': 'https://s.example/slate',
      'references[].title': 'How long slate lasts',
      'references[].snippet': /\S/,
      'references[].source': 'Roof Site',
      'references[].index': 1,
    }),
  ],
};
