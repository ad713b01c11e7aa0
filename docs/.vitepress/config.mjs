// The site of the guides: `npm run docs`. The same files are read on a git host, so they use plain markdown only.
const page = (text, link) => ({ text, link });

const GUIDES = [
  {
    text: 'Start',
    items: [
      page('In five minutes', '/getting-started'),
      page('Recipes', '/recipes'),
      page('Errors', '/errors'),
      page('Glossary', '/glossary'),
    ],
  },
  {
    text: 'The API',
    items: [
      page('Page scraping', '/page-scraping'),
      page('Map of a site', '/map'),
      page('Search engines', '/search'),
      page('Sites', '/sites'),
      page('Batches', '/batch'),
      page('Crawls', '/crawl'),
      page('Schedules', '/schedules'),
      page('Sessions', '/sessions'),
      page('Webhooks', '/webhooks'),
      page('Clients of other services', '/compat'),
      page('Versioning', '/versioning'),
      page('Limits', '/limits'),
    ],
  },
  {
    text: 'Calls in four languages',
    items: [
      page('One page', '/calls/pages'),
      page('Maps of sites', '/calls/maps'),
      page('Search engines', '/calls/search'),
      page('Accommodation', '/calls/lodging'),
      page('Products', '/calls/retailer'),
      page('Jobs', '/calls/jobboard'),
      page('Online stores', '/calls/storeplatform'),
      page('Homes', '/calls/homes'),
      page('Local businesses', '/calls/localreviews'),
      page('Batches', '/calls/batches'),
      page('Crawls', '/calls/crawls'),
      page('Schedules', '/calls/schedules'),
      page('Sessions', '/calls/sessions'),
      page('Stored files and requests', '/calls/files'),
      page('Credits and webhooks', '/calls/account'),
    ],
  },
  {
    text: 'Clients',
    items: [
      page('TypeScript', '/typescript'),
      page('Python', '/python'),
      page('Command line', '/command-line'),
      page('MCP server', '/mcp'),
    ],
  },
  {
    text: 'Operate',
    items: [
      page('Console', '/console'),
      page('Proxies', '/proxies'),
      page('Scaling', '/scaling'),
      page('Runbooks', '/runbooks'),
      page('Security', '/security'),
    ],
  },
  {
    text: 'Inside',
    items: [
      page('Architecture', '/architecture'),
      page('Invariants', '/invariants'),
      page('Reliability', '/reliability'),
      page('Performance', '/performance'),
      page('Quality', '/quality'),
      page('Testing', '/testing'),
      page('Contributing', '/contributing'),
    ],
  },
];

/** Links to files outside `docs`, which only a git host shows; check-docs.mjs checks that the files exist. */
const isOutside = (link) => /^(?:\.\/)?\.\.\//.test(link);

/** Snippets of one call in several languages, which stand below each other on a git host. */
const SNIPPETS = /(?:^<!-- run: [^>]+ -->\n```\w+\n[\s\S]*?\n```\n+){2,}/gm;
const asTabs = (snippets) =>
  `::: code-group\n\n${snippets.replaceAll(/^<!-- run: ([^>]+) -->\n```(\w+)$/gm, '```$2 [$1]')}\n:::\n\n`;

/** Comments tell tests what follows; without HTML they would be shown. */
const readComments = (md) =>
  md.core.ruler.before('normalize', 'comments', (state) => {
    state.src = state.src.replaceAll(SNIPPETS, asTabs).replaceAll(/^<!--.*-->$/gm, '');
  });

/** Two braces in a text are text, not a template; in code they are already. */
const keepBraces = (md) => {
  md.renderer.rules.text = (tokens, index) => md.utils.escapeHtml(tokens[index].content).replaceAll('{', '&#123;');
};

const setUpMarkdown = (md) => {
  readComments(md);
  keepBraces(md);
};

export default {
  title: 'Quarry',
  description: 'Web pages, search results and site data as JSON, on your own machines',
  lang: 'en',
  // No icon, and no request for one.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  cleanUrls: true,
  lastUpdated: false,
  ignoreDeadLinks: [isOutside, /^http:\/\/(?:localhost|127\.0\.0\.1)/],
  // Angle brackets and braces in the guides are text.
  markdown: { html: false, attrs: { disable: true }, config: setUpMarkdown },
  themeConfig: {
    nav: [page('Start', '/getting-started'), page('Recipes', '/recipes'), page('Errors', '/errors')],
    sidebar: GUIDES,
    outline: [2, 3],
    search: { provider: 'local' },
  },
};
