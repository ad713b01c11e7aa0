import type { Element } from 'domhandler';

/** What the names (class, id, role, itemprop, data-…) of an element say about it. */
export type NameKind = 'content' | 'ad' | 'beside' | 'comments' | 'byline' | 'credit' | 'caption';

/**
 * Words that sites of many languages use in class names and ids, matched as whole words after splitting at punctuation and
 * changes of case. They are a hint among others: sites with machine-made names lose only the hint.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Machine-made names contain such short words too: they count only for parts without running text. */
const AD = words('ad ads adv dfp gpt cmp pub rail poll quiz rss bio tools print widget widgets teaser teasers');

const BESIDE = words(`
  advert adverts advertisement advertisements advertising advertorial adsense adslot adunit adbox adblock adwrapper adcontainer
  taboola outbrain revcontent zergnet ligatus plista sponsor sponsored sponsors promo promos promotion promoted promobox banner banners
  anzeige anzeigen werbung reklama reklame reklam publicidad publicidade publicite pubblicita advertentie mainos annons annonce
  share shares sharing sharebar sharebox sharebuttons sharedaddy sharethis addthis addtoany socials social socialbar sociallinks socialmedia
  partage partager teilen compartir compartilhar condividi delen udostepnij
  related relateds relatedposts relatedarticles relatedcontent relatedlinks relatednews recommended recommend recommends recommendation recommendations
  recirc recirculation popular trending mostread mostpopular mostviewed readmore readnext readalso alsoread seealso morefrom morestories upnext
  relacionado relacionados relacionadas relacionada noticias-relacionadas saibamais leiamais leiatambem vejatambem similaires similar correlati correlate
  verwandt verwandte mehrzumthema zumthema powiazane polecane podobne zobacz lire-aussi alireaussi leesook lasmer souvisejici
  newsletter newsletters subscribe subscription subscriptions signup paywall piano optin mailchimp abonnement regwall
  cookie cookies consent gdpr cmp onetrust privacybanner
  nav navi navbar navigation subnav topnav navlinks menu menus submenu breadcrumb breadcrumbs crumb crumbs toolbar toolbox
  sidebar sidebars rail rightrail leftrail rightcol leftcol rightcolumn leftcolumn
  footer footnav colophon masthead topbar sitemap skip skiplink skiplinks
  pager pagination paginator paging pagenav prevnext
  popup modal lightbox interstitial tooltip toast flyout dropdown
  login signin register registration
  tags taglist tagcloud keywords topics topiclist
  printonly printer noprint donotprint
  donate donation fundraising
  playlist
`);
const COMMENTS = words(`
  comment comments commentlist commenting commentform commentarea respond disqus livefyre spotim hypercomments fbcomments
  kommentar kommentare kommentarer kommentit commentaire commentaires comentario comentarios commenti komentarze komentarz komentare komentari
  reacties reactie yorumlar yorum replies shoutbox trackback trackbacks pingback pingbacks
`);
const BYLINE = words(`
  byline bylines author authors authorbox authorbio authorinfo autor autoren auteur autore writer dateline pubdate
  postdate postmeta entrymeta articlemeta metadata timestamp datetime datum published publishdate postinfo articleinfo
`);
const CREDIT = words('credit credits copyright fotograf photographer photocredit imagecredit picturesource');
const CAPTION = words(
  'caption captions captiontext figcaption imagecaption photocaption legend bildunterschrift bildtext legende leyenda didascalia podpis bijschrift',
);
const CONTENT = words(`
  articlebody articlecontent articletext articlecopy storybody storycontent storytext storycopy postbody postcontent posttext entrycontent entrybody
  entrytext maincontent maintext contentbody contentmain bodycontent bodycopy bodytext richtext prose markdown hentry hnews newsbody newstext
  newscontent articulocuerpo cuerpo corpo textonoticia contenidonoticia artikeltext artikelinhalt contenuarticle corpsarticle
`);

/** These say what an element has or lacks, not what it is: `has-sidebar`, `no-ads`. */
const MODIFIERS = words('has with no without is not hide hides show shows enable disable js wp');

/** One word of a name; digits belong to the word, so that machine-made names stay whole. */
const KEY = /[A-Z]?[a-z\d]+|[A-Z\d]+(?![a-z])|[\p{L}\d]+/gu;
const MAX_NAME_CHARS = 300;

/** Names of one element in words, in order; two neighbouring words of one name also count as one word. */
const wordsOf = (names: string): string[] => {
  const found: string[] = [];
  for (const name of names.slice(0, MAX_NAME_CHARS).split(/\s+/)) {
    const parts = (name.match(KEY) ?? []).map((part) => part.toLowerCase().replace(/\d+$/, ''));
    if (MODIFIERS.has(parts[0] ?? '')) continue;
    for (const [index, part] of parts.entries()) {
      found.push(part);
      if (index > 0) found.push(`${parts[index - 1] ?? ''}${part}`);
    }
  }
  return found;
};

/** Class names that hide an element at any width of the page. */
const UNSEEN = words(
  'hidden invisible is-hidden visually-hidden visuallyhidden sr-only screen-reader-text offscreen d-none u-hidden element-invisible',
);
/** Class names that show it again from some width on. */
const SEEN_AGAIN =
  /(?:^|\s)(?:\w+:(?:block|flex|grid|inline|inline-block|inline-flex|table|visible)|d-\w+-(?:block|flex|grid|inline|table)\S*)(?:\s|$)/;

const isUnseen = (classes: string): boolean =>
  classes.split(/\s+/).some((name) => UNSEEN.has(name)) && !SEEN_AGAIN.test(classes);

const SECTION_CLASSES = /^\s*(?:section|level\d)?\s*$/;

/** Ids of headings and of the sections under them repeat what the heading says: `#comments` may be about comments. */
const isNamedByHeading = ({ name }: Element, classes: string): boolean =>
  /^h[1-6]$/.test(name) || (name === 'section' && SECTION_CLASSES.test(classes)) || /^\s*section\s*$/.test(classes);

/** Reads names, each distinct value once. */
export class NameReader {
  private readonly known = new Map<string, ReadonlySet<NameKind>>();

  kindsOf(element: Element): ReadonlySet<NameKind> {
    const classes = element.attribs['class'] ?? '';
    const id = isNamedByHeading(element, classes) ? '' : (element.attribs['id'] ?? '');
    if (classes === '' && id === '') return NONE;
    const key = `${classes} ${id}`;
    const known = this.known.get(key);
    if (known) return known;
    const kinds = new Set<NameKind>();
    for (const word of wordsOf(key)) {
      if (BESIDE.has(word)) kinds.add('beside');
      if (AD.has(word)) kinds.add('ad');
      if (COMMENTS.has(word)) kinds.add('comments');
      if (BYLINE.has(word)) kinds.add('byline');
      if (CREDIT.has(word)) kinds.add('credit');
      if (CAPTION.has(word)) kinds.add('caption');
      if (CONTENT.has(word)) kinds.add('content');
    }
    if (isUnseen(classes.slice(0, MAX_NAME_CHARS))) kinds.add('beside');
    this.known.set(key, kinds);
    return kinds;
  }
}

const NONE: ReadonlySet<NameKind> = new Set();
