/** What sites say around a text, in the languages of most pages: lines that lead on, ask to follow, or name those who helped. */
const phrase = (source: string): string =>
  source
    .trim()
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' ', '\\s');

const OPEN = String.raw`^[\s\p{P}\p{S}]*`;
const END = String.raw`[\s\p{P}\p{S}]*$`;

const RELATED = phrase(String.raw`
  (?:related|similar|recommended|suggested|popular|trending|latest|recent|more|other) (?:articles?|stor(?:y|ies)|posts?|content|topics?|news|links?|reads?|reading|coverage|items?|videos?|products?|pages?|threads?|questions?|searches|columns?|events?|recipes?|jobs?|courses?|tours?).{0,20}|
  related|recommended(?: for you)?|you (?:may|might|will|ll) (?:also )?(?:like|enjoy|be interested).{0,30}|read (?:more|also|next|this next).{0,20}|watch (?:more|next).{0,20}|see more .{1,20}|more (?:from|in|on|like) .{1,40}|
  most (?:read|popular|viewed|shared|commented).{0,20}|up next|what to read next|don.t miss|must read|also on .{1,30}|from (?:the|our) (?:blog|archives?)|around the web|
  (?:ähnliche|verwandte|weitere|mehr|neueste|aktuelle|andere|passende|meistgelesene|beliebte|empfohlene) (?:artikel|beiträge|themen|meldungen|nachrichten|news|inhalte|produkte|videos|rezepte|storys|veranstaltungen|termine|stellen|kurse|angebote).{0,30}|
  (?:das|dies) (?:könnte|dürfte) (?:sie|dich|euch|ihnen|dir) .{0,30}|auch interessant|mehr zum thema.{0,20}|lesen sie (?:auch|dazu|mehr).{0,40}|lies auch|meistgelesen|sie könnten auch .{0,60}|
  (?:articles?|sujets?|contenus?) (?:similaires|liés|connexes|associés|récents|recommandés).{0,20}|à lire (?:aussi|également).{0,20}|sur le même (?:sujet|thème).{0,10}|lire aussi|vous aimerez (?:aussi|peut-être).{0,20}|les plus lus|
  (?:artículos?|noticias?|notas?|entradas?|contenidos?|temas?) (?:relacionad[oa]s?|recomendad[oa]s?|similares|destacad[oa]s?).{0,20}|(?:te|le) puede interesar|también te puede .{1,20}|te recomendamos.{0,20}|lo más (?:leído|visto).{0,20}|más (?:noticias|leídas|sobre .{1,30})|
  (?:artigos?|notícias?|matérias?|posts?) (?:relacionad[oa]s?|recomendad[oa]s?).{0,20}|você (?:pode|também pode|vai) (?:também )?(?:gostar|se interessar).{0,20}|leia (?:também|mais)|veja (?:também|mais).{0,10}|mais lidas.{0,10}|
  articoli correlati|potrebbe(?:ro)? (?:anche )?interessart[ei].{0,10}|leggi anche|ti potrebbe(?:ro)? interessare.{0,10}|(?:gerelateerde|meer) (?:artikelen|berichten|nieuws).{0,20}|lees ook|
  powiązane(?: .{1,20})?|zobacz (?:także|też|również)|przeczytaj (?:także|też|również)|podobne .{1,20}|polecane .{0,20}|najczęściej czytane|související .{1,20}|mohlo by vás zajímat|čtěte také|
  похожие .{1,20}|читайте (?:также|ещ[её])|материалы по теме|по теме|другие новости|популярн(?:ое|ые) ?.{0,20}|схожі .{1,20}|читайте також|ilgili (?:haberler|yazılar|içerikler)|benzer .{1,20}|
  関連(?:記事|リンク|ニュース)|あわせて読みたい.{0,10}|おすすめ(?:記事)?|相关(?:阅读|新闻|文章|推荐|内容)|相關(?:新聞|文章|閱讀)|延伸(?:阅读|閱讀)|推荐阅读|热门(?:文章|新闻)|猜你喜欢|관련 ?(?:기사|뉴스|글)|많이 본 ?(?:뉴스|기사)
`);
const RELATED_TITLE = new RegExp(`${OPEN}(?:${RELATED})${END}`, 'iu');
/** A title over other pages of the site. */
export const isRelatedTitle = (line: string): boolean => RELATED_TITLE.test(line);

const TAGS = phrase(String.raw`
  tags?|tagged|filed under|posted in|categor(?:y|ies)|topics?|keywords?|schlag(?:wort|wörter|worte)|stichwörter|kategorien?|themen|verschlagwortet mit|mots[- ]clés|catégories?|étiquettes?|
  etiquetas|categorías?|temas|marcadores|categorias?|categorie|argomenti|tagi|kategorie|štítky|рубрики?|метки|теги|категории?|タグ|カテゴリー?|标签|标签|標籤|分类|태그
`);
const TAG_LINE = new RegExp(`${OPEN}(?:${TAGS})\\s?[:：]`, 'iu');
/** A line that lists the topics of a page. */
export const isTagLine = (line: string): boolean => line.length <= 300 && TAG_LINE.test(line);

const FOLLOW =
  /^[\s\p{P}\p{S}]*(?:please )?(?:subscribe|sign[- ]?up|follow (?:us|me|him|her|them|@|\S+ on |.{2,40} on (?:twitter|facebook|instagram|x|threads|linkedin|youtube|telegram|google))|join (?:our|the|us).{0,60}(?:newsletter|channel|group|telegram|whatsapp|discord)|like us|get (?:the|our) .{0,60}(?:newsletter|inbox|letterbox)|want more .{1,40}\? |have (?:a|any) (?:tip|question)|got a tip|abonnier|folge?n? ?(?:sie )?(?:uns|mir|dem)|newsletter (?:abonnieren|bestellen)|hier (?:geht es|gehts|geht's) zu|jetzt (?:abonnieren|anmelden|newsletter)|suivez|abonnez|inscrivez|s[ií]gu?[ae]n?os|sigue |suscr[ií]b|únete|siga[- ]nos|siga o |assine|inscreva|iscriviti|seguici|zapisz się|obserwuj|śledź|подпи(?:шитесь|сывайтесь|ш)|підпи(?:шіться|суйтесь)|volg ons|schrijf je in|följ oss|abone ol)/iu;
const CHANNELS = /newsletter|telegram|whatsapp|instagram|facebook|twitter|youtube|tiktok|podcast|rss|abo\b|e-?mail/iu;
const MAX_FOLLOW_CHARS = 260;
/** A line that asks the reader to follow the site elsewhere. */
export const isFollowLine = (line: string): boolean => line.length <= MAX_FOLLOW_CHARS && FOLLOW.test(line);
/** A line that names where else the site is. */
export const namesChannel = (line: string): boolean => CHANNELS.test(line);

const APPEAL =
  /^[\s\p{P}\p{S}]*(?:(?:please )?(?:support (?:us|our|the|independent)|donate )|unterstütz(?:e|t|en sie) |spende[nt]? (?:sie )?|soutenez|faites un don|apoya |sostieni|wesprzyj|we want to hear (?:what|from)|puede escribirnos|write to us|stay up[- ]to[- ]date)|\bclick here (?:for more|to (?:subscribe|sign|join|get|order|buy))|únete (?:desde|a |al )|\b\d+ (?:issues|months) for\s\p{Sc}/iu;
/** A line below a text that asks its reader for something: money, a letter, a subscription. */
export const isAppeal = (line: string): boolean => line.length <= MAX_FOLLOW_CHARS && APPEAL.test(line);

const HELPERS =
  /^[\s([*–—-]*(?:(?:additional |with )?(?:reporting|writing|editing) (?:by|and editing)|.{0,160}\bcontributed (?:to|reporting)\b)|^[\s（(【[]*(?:责任编辑|責任編輯|责编|编辑|編輯|审核|校对|来源|來源|稿源)\s*[:：].{1,40}$|^[\s([*–—-]*(?:redaktion|bearbeitung|text|autor(?:in)?|quelle|source|fuente|fonte|źródło|источник)\s*[:：].{1,60}$/iu;
const MAX_HELPERS_CHARS = 300;
/** A line at the end of a text on who else worked on it or where it is from. */
export const isHelpersLine = (line: string): boolean => line.length <= MAX_HELPERS_CHARS && HELPERS.test(line);

const ENDINGS = phrase(String.raw`
  (?:press|media) contacts?|contacts?|contact (?:information|details|us)|about (?:the|our) (?:author|company|writer)s?|more information|for more information|further information|
  (?:presse)?kontakt(?:e|daten)?|ansprechpartner(?:in|innen)?|weitere informationen|weiterführende (?:links?|informationen)|rückfragen(?: an)?|pressemitteilung|über den autor|über die autorin|medienkontakt|downloads?|
  contacts? (?:presse|médias?)|à propos de l.auteur|plus d.informations|contacto|más información|sobre (?:el|la) autora?|contatti|per informazioni|informacje o autorze|kontakt dla mediów|об авторе|контакты|お問い合わせ(?:先)?
`);
const ENDING = new RegExp(`${OPEN}(?:${ENDINGS})${END}`, 'iu');
/** A title at the end of a text over notes on whom to ask. */
export const isEndingTitle = (line: string): boolean => line.length <= 40 && ENDING.test(line);

const SKIP =
  /^\s*[#¶🔗⚓]\s*$|^[\s\p{P}\p{S}]*(?:(?:back to |go to )?top(?: of (?:the )?page)?|nach oben|haut de page|к началу)[\s\p{P}\p{S}]*$|^[\s\p{P}\p{S}]*(?:jump to|skip to|skip navigation|go to (?:content|navigation)|zum (?:inhalt|hauptinhalt)|zur navigation|aller (?:au|à la)|saltar a|ir al? (?:contenido|conteúdo|navegación)|pular para|vai al|salta al|naar (?:de )?inhoud|przejdź do|przeskocz|hoppa till|gå til|перейти к)/iu;
const MAX_SKIP_CHARS = 50;
/** The label of a link to another place of the same page, for those who do not see it. */
export const isSkipLabel = (label: string): boolean => label.length <= MAX_SKIP_CHARS && SKIP.test(label);

const SYSTEM =
  /^[\s\p{P}\p{S}]*(?:powered by|users browsing this|(?:all|the) times? (?:are|is) gmt|all times are|alle zeit(?:en|angaben) |who is online|wer ist online|mitglieder in diesem forum|posting rules|you (?:may|can) ?not (?:post|reply|edit|delete) |display posts from previous|retrieved from ["“”„]?http|this page was last (?:edited|modified|changed)|diese seite wurde zuletzt|abgerufen von ["“”„]?http|cette page a été modifiée|esta página se editó|эта страница последний раз)/iu;
const MAX_SYSTEM_CHARS = 300;
/** What a forum or wiki says of itself below its text. */
export const isSystemLine = (line: string): boolean => line.length <= MAX_SYSTEM_CHARS && SYSTEM.test(line);

const BACK =
  /^[\s\p{P}\p{S}]*(?:back to|return to|zurück(?: zu[rm]?)?(?: |$)|volver (?:a|al)|retour (?:à|aux?|vers)|voltar (?:para|ao?)|torna (?:a|al)|terug naar|powrót do|zpět na|назад)/iu;
const MAX_BACK_CHARS = 50;
/** The label of a link to the list from which the reader came. */
export const isBackLabel = (line: string): boolean => line.length <= MAX_BACK_CHARS && BACK.test(line);
