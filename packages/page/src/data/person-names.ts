/** What was done with a text by its author, and what the text is. */
const DONE =
  'written|posted|published|submitted|reported|contributed|geschrieben|veröffentlicht|verfasst|erstellt|eingestellt|gepostet|publié|rédigé|écrit|escrito|publicado|postado|scritto|pubblicato|geschreven|geplaatst|skrevet|skriven|publicerad|ditulis|diposkan';
const KIND_OF_TEXT =
  '(?:an? |eine? |une? |una )?(?:guest |opinion |gast)?(?:article|story|post|essay|analysis|opinion|commentary|column|review|interview|report|words|text|beitrag|artikel|kommentar|analyse|reportage|kolumne|bericht|glosse|porträt|rezension|kritik)';
const BY = 'by|von|par|por|da|door|af|av|oleh';
const LABEL_WORDS =
  'автор(?:ы)?|текст|text(?: & fotos?| und fotos?)?|tekst|teksti|autor(?:in|en|es|a)?|authors?|auteurs?|autore|verfasser(?:in)?|redaktion|redacteur|szerző|yazar|penulis|words|by|von|par|por';
/** Words before a name in a by-line; longer ones count in any case, short ones with a capital letter after them. */
const LABEL = new RegExp(
  String.raw`^[\s|·•–—-]*(?:(?:${DONE}) (?:${BY})|${KIND_OF_TEXT} (?:by|von|par|por)|(?:${LABEL_WORDS}|di|da|de|door|af|av|от)\s*:|by|von|par|por|di|door|af|av|oleh|от)\s+`,
  'iu',
);
/** A label that leaves the name to the element after it. */
const LABEL_ALONE = new RegExp(
  String.raw`^[\s|·•–—-]*(?:(?:(?:${DONE}|${KIND_OF_TEXT}) )?(?:by|von|vom|par|por|di|door|af|av|oleh|от)|(?:${LABEL_WORDS})\s*:)\s*:?\s*$`,
  'iu',
);
/** A label that says that an author follows, wherever it stands. */
const AUTHOR_LABEL =
  /^[\s|·•–—-]*(?:автор(?:ы)?|autor(?:in|en|es|a)?|authors?|auteurs?|autore|verfasser(?:in)?|szerző|yazar|penulis|von|by|par|por)\s*:/iu;
/** What follows a name in a by-line. */
const AFTER =
  /\s*(?:[|·•]|\s[–—-]\s|[,;]?\s+(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sep(?:t|tember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\.? \d|,?\s+(?:updated|published|aktualisiert|veröffentlicht|datum|stand|search for)\b|,\s*\d|\s+\d|\d{1,4}[./-]\d).*$/iu;
/** In lower case alone: names contain these words with a capital letter. */
const AFTER_WORD = /,?\s+(?:am|on|le|el|il|in)\s.*$/u;
/** An agency after the name. */
const AGENCY = /,\s*(?:dpa|afp|apa|reuters|rtr|sid|epd|kna|ansa|efe|lusa|pap|tass)(?:[-/]\p{L}+)?\s*$/iu;
/** The office of a person after the name. */
const OFFICE = /,\s+\S+(?:\s\S+){0,2}\s(?:der|des|für|bei|beim|of|at|for|du|de la|del)\s.*$/u;
const PARTICLES = '(?:von|van|de|del|della|der|den|di|da|dos|du|la|le|bin|al|el|zu|zum|ter|ten|und|and|y|et|e|i|&)';
const WORD = String.raw`\p{Lu}[\p{L}\p{M}'’.-]*`;
/** Words that begin with capital letters. */
const NAME = new RegExp(String.raw`^${WORD}(?:,?\s+(?:${PARTICLES}\s+){0,2}${WORD}){0,7}$`, 'u');
const MAX_NAME_CHARS = 80;
const MAX_WORDS = 8;
/** These are no names: what a form or a link of the site says. */
const NO_NAME =
  /[@→»…:]|https?|www\.|^(?:name|author|autor|auteur|no author|unknown|anonymous|anonymi?e?|an[oó]nimo|unbekannt|desconocido|n\/a|admin|administrator|redaktion|staff|follow|share|comments?|posted|published|by|von|datum|date|quelle|source|last|archiv|kontakt|contact|editor|werkstatt|nachricht|news)$|\b(?:editor|reporter|correspondent|writer|staff|redakteur(?:in)?)$|\b(?:contactar|contacto|follow|subscribe|newsletter|read more|mehr|alle beiträge|all posts|view|kommentar\w*|minut\w*|uhr|cookies?)\b/iu;

const isName = (text: string): boolean =>
  text.length >= 2 &&
  text.length <= MAX_NAME_CHARS &&
  !NO_NAME.test(text) &&
  !isNobody(text) &&
  text.split(/\s+/).length <= MAX_WORDS;

/** A label before the one who issued a text. */
const SOURCE_LABEL =
  /^[\s|·•–—-]*(?:quelle|source|fuente|fonte|źródło|bron|källa|kilde|herausgeber|issued by|issuer)\s*:\s*/iu;

/** Whether a text begins with the word for its source; `alone` if nothing may follow. */
export const isSourceLabel = (text: string, alone = false): boolean => {
  const label = SOURCE_LABEL.exec(text)?.[0];
  return label !== undefined && (label.length === text.length) === alone;
};

const AGENCY_NAMES =
  'dpa(?:-AFX)?|AFP|AP|APA|Reuters|epd|KNA|SID|ots|sda|ANSA|EFE|Lusa|PAP|Xinhua|TASS|PTI|ANI|IANS|AAP|UPI|Kyodo|Jiji|Yonhap|Business Wire|PRNewswire';
/** A place and in brackets an agency, before the dash that begins the report. */
const DATELINE = new RegExp(
  String.raw`^\s*\p{Lu}[\p{L} ./,'’-]{1,40}\s\(((?:${AGENCY_NAMES})(?:/[a-z]{2,4})?)\)\s*[-–—]`,
  'iu',
);

/** The agency that a report names after its place: `Berlin (dpa) –`. */
export const agencyOfDateline = (text: string): string | undefined => DATELINE.exec(text)?.[1];

/** A name in brackets and the signs that end a report, or a name between a dash and a time. */
const SIGNED = /^(?:\(([^()]{3,60})\)\s*\+{2,}$|[–—-]\s+([^@]{2,40}?)\s+@\s+\d{1,2}:\d\d)/u;

/** The name that signs a text. */
export const signedName = (text: string): string | undefined => {
  const [, full, account] = SIGNED.exec(text) ?? [];
  if (account !== undefined) return nameInText(account, 'marked');
  return full !== undefined && full.includes(' ') ? nameInText(full, 'alone') : undefined;
};

const HAN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
/** Names in scripts without capital letters, which the words around them show. */
const EAST_ASIAN = [
  new RegExp(
    String.raw`(?:^|[\s(（【\[|｜/])(?:作\s?者|撰\s?文|執筆者?|文責|取材・文|文)\s?[:：／/＝]\s?(?:記者|记者)?\s?(${HAN}{2,8}(?:[·・ ]${HAN}{1,8})?)(?=$|[\s|｜/／)）】\],，])`,
    'u',
  ),
  /(?:^|[\s(（【[])(?:記者|记者)\s?(\p{Script=Han}{2,4})\s?[／/|｜]/u,
  /(?:^|[\s([|=])(\p{Script=Hangul}{2,4})\s?기자(?=$|[\s)\]|])/u,
];

/** The author whom a line in Chinese, Japanese or Korean names. */
export const eastAsianAuthor = (line: string): string | undefined => {
  for (const pattern of EAST_ASIAN) {
    const name = pattern.exec(line)?.[1];
    if (name !== undefined && !NOT_A_PERSON.test(name)) return name.trim();
  }
  return undefined;
};

const NOT_A_PERSON = /^(?:編集部|编辑部|編輯部|佚名|匿名|未知|不详|网络|網路|本站|人民|新聞|新闻)/u;

/** Whether a text is the label before a name and no more. */
export const isNameLabel = (text: string): boolean => LABEL_ALONE.test(text);

/** Whether a text begins with the word for an author and a colon. */
export const isAuthorLabel = (text: string): boolean => AUTHOR_LABEL.test(text);

/**
 * The name in a text: of an element that is marked as an author's, of a box that is named so and shows a name alone, or after
 * words such as "by". Undefined where it shows something else.
 */
export const nameInText = (text: string, kind: 'marked' | 'alone' | 'labelled' | 'source'): string | undefined => {
  const label = (kind === 'source' ? SOURCE_LABEL : LABEL).exec(text);
  if ((kind === 'labelled' || kind === 'source') && !label) return undefined;
  const rest = label ? text.slice(label[0].length) : text;
  const name = rest
    .replace(AGENCY, '')
    .replace(OFFICE, '')
    .replace(AFTER, '')
    .replace(AFTER_WORD, '')
    .replace(/[\s,;:|–—-]+$/u, '')
    .trim();
  if (kind === 'marked' || kind === 'source') {
    const whole = rest.trim();
    // One word with digits is the name of an account.
    if (/^[\p{L}\p{N}_.-]{2,30}$/u.test(whole) && /\p{L}{2}/u.test(whole) && isName(whole)) return whole;
    return isName(name) && !/\d/.test(name) ? name : undefined;
  }
  return isName(name) && NAME.test(name) ? name : undefined;
};

/** A name that a page states of its author which is none: of nobody, of an account of its system, or an address. */
export const isNobody = (name: string): boolean =>
  /^(?:no author|unknown|anonymous|admin|administrator|wordpressadmin|webmaster|editor|root|user|default|none|null|undefined)$/i.test(
    name.trim(),
  ) || /@|\[at\]|^https?:/i.test(name);

/** An account of the system that made the page. */
export const isAccount = (name: string): boolean => /^[a-z\d]+(?:[._-][a-z\d]+)+$/.test(name);

/** A name of an organisation by its form. */
export const isOrganisation = (name: string): boolean =>
  /^\p{Lu}{2,4}$|\b(?:Editorial|Editors|Redaktion|Newsroom|Newsdesk|Staff|Team)$|\b(?:e\.\s?V\.|GmbH|AG|Inc\.?|Ltd\.?|LLC|S\.A\.|Foundation|Stiftung|University|Universität|Verband|Verlag|Media|Group)(?:\W|$)|\.(?:com|de|at|ch|org|net|fr|es|it|pl|co\.uk|tv|info)\b/u.test(
    name,
  );
