/** Endpoints that post a page elsewhere; sites of any language and any class names use the same few. */
const SHARE =
  /(?:facebook\.com\/(?:sharer|share\.php|dialog)|twitter\.com\/(?:intent|share)|x\.com\/(?:intent|share)|plus\.google\.com\/share|linkedin\.com\/(?:sharearticle|cws\/share|shareArticle)|pinterest\.[a-z.]+\/pin\/create|(?:wa\.me|api\.whatsapp\.com|web\.whatsapp\.com)\/|whatsapp:|t\.me\/share|telegram\.me\/share|vk(?:ontakte)?\.(?:com|ru)\/share|connect\.ok\.ru|reddit\.com\/submit|tumblr\.com\/(?:share|widgets)|getpocket\.com\/(?:save|edit)|xing\.com\/(?:spi|app|social)|line\.me\/|b\.hatena\.ne\.jp|service\.weibo\.com|flipboard\.com\/bookmarklet|digg\.com\/submit|stumbleupon\.com\/submit|news\.ycombinator\.com\/submitlink|wykop\.pl\/dodaj|fb-messenger:|viber:)/i;
const MAX_CHARS = 200;

export const isShareAddress = (href: string): boolean => {
  const start = href.slice(0, MAX_CHARS);
  return SHARE.test(start) || /^mailto:\?/i.test(start);
};
