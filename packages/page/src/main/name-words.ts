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
  editsection secedit
  filters filterbar facet facets refinement refinements sortby sortbar
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

const LISTS: readonly (readonly [NameKind, ReadonlySet<string>])[] = [
  ['beside', BESIDE],
  ['ad', AD],
  ['comments', COMMENTS],
  ['byline', BYLINE],
  ['credit', CREDIT],
  ['caption', CAPTION],
  ['content', CONTENT],
];

const kindsByWord = (): ReadonlyMap<string, readonly NameKind[]> => {
  const kinds = new Map<string, NameKind[]>();
  for (const [kind, list] of LISTS) for (const word of list) kinds.set(word, [...(kinds.get(word) ?? []), kind]);
  return kinds;
};

const KINDS_BY_WORD = kindsByWord();

/** What one name says, by its words; two neighbouring words also count as one. */
const kindsOfName = (name: string): readonly NameKind[] => {
  const parts = name.match(KEY) ?? [];
  let found: NameKind[] | undefined;
  let before = '';
  for (const [index, part] of parts.entries()) {
    const word = part.toLowerCase().replace(/\d+$/, '');
    if (index === 0 && MODIFIERS.has(word)) return NO_KINDS;
    for (const kinds of [KINDS_BY_WORD.get(word), index > 0 ? KINDS_BY_WORD.get(before + word) : undefined])
      if (kinds) (found ??= []).push(...kinds);
    before = word;
  }
  return found ?? NO_KINDS;
};

const NO_KINDS: readonly NameKind[] = [];

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

/** Reads names, each distinct one once. */
export class NameReader {
  private readonly names = new Map<string, readonly NameKind[]>();
  private readonly classes = new Map<string, ReadonlySet<NameKind>>();

  kindsOf(element: Element): ReadonlySet<NameKind> {
    const classes = element.attribs['class'];
    const id = element.attribs['id'];
    const byClass = this.kindsOfClass(element);
    if (id === undefined || isNamedByHeading(element, classes ?? '')) return byClass;
    const kinds = this.kindsOfNames(id);
    if (kinds.size === 0) return byClass;
    return byClass.size === 0 ? kinds : new Set([...byClass, ...kinds]);
  }

  kindsOfClass({ attribs: { class: classes } }: Element): ReadonlySet<NameKind> {
    return classes === undefined ? NONE : this.kindsOfClasses(classes);
  }

  private kindsOfClasses(classes: string): ReadonlySet<NameKind> {
    const known = this.classes.get(classes);
    if (known) return known;
    let kinds = this.kindsOfNames(classes);
    if (isUnseen(classes.slice(0, MAX_NAME_CHARS))) kinds = new Set([...kinds, 'beside']);
    this.classes.set(classes, kinds);
    return kinds;
  }

  private kindsOfNames(names: string): ReadonlySet<NameKind> {
    let found: Set<NameKind> | undefined;
    for (const name of names.slice(0, MAX_NAME_CHARS).split(/\s+/)) {
      let kinds = this.names.get(name);
      if (!kinds) {
        kinds = kindsOfName(name);
        this.names.set(name, kinds);
      }
      for (const kind of kinds) (found ??= new Set()).add(kind);
    }
    return found ?? NONE;
  }
}

const NONE: ReadonlySet<NameKind> = new Set();
