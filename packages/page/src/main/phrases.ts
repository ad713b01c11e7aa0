/**
 * Fixed phrases that sites put around their content, in the languages of most pages. They are matched with short
 * lines only; a page in another language loses the hint, nothing more.
 */
const phrase = (source: string): string =>
  source
    .trim()
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' ', '\\s');

const LEAD_INS = phrase(String.raw`
  read (?:more|also|next|the full)|also read|see also|related(?: (?:articles?|stor(?:y|ies)|posts?|content|topics?|news|links?|reading|coverage|items?))?|
  more (?:on|from|about|in|stories|news|like|coverage)|recommended|you (?:may|might) (?:also )?(?:like|be interested)|don.t miss|watch(?: also| more| now)?|
  must read|further reading|what to read next|up next|trending|most (?:read|popular|viewed)|popular (?:posts|articles|stories)|latest (?:news|posts|stories)|
  keep reading|continue reading|in (?:pictures|photos|pics):|see also:|more:|also on |watch:|listen:|sign up|subscribe|follow us|click here|advertisement|
  lesen sie (?:auch|mehr|dazu|hier)|mehr (?:zum thema|dazu|lesen|von|aus|über|artikel|news)|lies auch|das könnte (?:sie|dich) |auch interessant|siehe auch|weiterlesen|
  zum thema|lesen sie (?:hierzu|weiter)|lest (?:auch|hier|mehr)|mehr (?:dazu|infos?)|auch (?:spannend|interessant|lesenswert)|passend dazu|hier (?:geht'?s|gehts|finden sie|findet ihr)|verwandte |ähnliche |weitere (?:artikel|themen|meldungen|nachrichten|informationen)|meistgelesen|
  >> ?lire|lire ?:|à voir (?:aussi|également)|(?:à )?(?:re)?lire sur|lire (?:aussi|également|la suite|plus)|à lire|a lire|voir aussi|sur le même |articles? (?:similaires|liés|associés)|pour aller plus loin|dans la même |plus d.infos|
  le[ae]r? (?:también|más|mas|tambien)|(?:te|le|les) (?:puede|podría) interesar|te puede gustar|lea (?:también|además|más|aquí)|vea (?:también|además)|además lee|mira:|mire también|puedes? leer|te recomendamos|no olvides leer|contexto de la noticia|ver (?:también|más)|más (?:sobre|información|noticias|en|leíd)|artículos? relacionad|
  noticias? relacionad|también te puede|mira también|no te pierdas|relacionad[oa]s?|temas? relacionad|
  leia:|leia (?:também|mais|ainda)|veja (?:também|mais)|saiba mais|confira(?: também)?|mais (?:sobre|lidas|notícias)|assista também|
  leggi:|per approfondire|leggi (?:anche|pure|tutto|di più)|vedi anche|potrebbe(?:ro)? interessart|articoli correlati|guarda anche|approfondimenti|ti potrebbe|
  lees (?:ook|meer|verder)|zie ook|bekijk ook|meer over|gerelateerd|läs (?:också|även|mer)|relaterade|læs (?:også|mere)|les (?:også|mer)|lue (?:myös|lisää)|
  czytaj:|zob\.|czytaj(?:cie)? (?:także|też|również|więcej|dalej)|zobacz (?:także|też|również|więcej)|przeczytaj|dowiedz się więcej|więcej (?:na|o|informacji)|polecamy|powiązane|podobne|
  čtěte |přečtěte si|více (?:k|o|z)|související|mohlo by vás|čítajte |súvisiace|
  olvas(?:sa|d) |kapcsolódó|ez is érdekel|cite[sșş]te (?:[sșş]i|mai)|vezi (?:[sșş]i|mai)|
  ilgili (?:haber|yazı|içerik)|benzer |bunlar da|ayrıca oku|
  читайте|смотрите также|по теме|подробнее|похожие |ещ[её] по теме|материалы по теме|другие новости|чита[йи]те також|дивіться також|за темою|схожі |більше новин|
  прочетете|вижте (?:още|също)|свързани|прочитајте|pročitajte|povezan[eio]|vezane |
  διαβάστε |δείτε (?:επίσης|ακόμ|και)|σχετικ[άέ]|اقرأ |مواضيع ذات|أخبار ذات|مقالات ذات|קראו |כתבות נוספות|بیشتر بخوانید|مطالب مرتبط|
  関連(?:記事|リンク|ニュース|する)?|あわせて|こちらも|続きを読む|【関連|相关(?:阅读|新闻|文章|推荐|链接|内容)?|相關|延伸阅读|延伸閱讀|推荐阅读|更多(?:内容|新闻)?|参见|阅读更多|
  관련 ?(?:기사|뉴스|글)|더 보기|xem thêm|đọc thêm|tin liên quan|bài (?:viết )?liên quan|baca (?:juga|selengkapnya)|lihat juga|artikel terkait|berita terkait|อ่าน(?:เพิ่มเติม|ต่อ)|ข่าวที่เกี่ยวข้อง
`);

const COMMENTS = phrase(String.raw`
  (?:(?:view|show|see|read|all|alle|hide|latest|recent|top|no|user|reader|ver|zobacz|afficher|voir|les|los|os) ){0,2}(?:\d[\d., ]* )?(?:comments?|kommentare?r?|commentaires?|comentarios?|comentários?|commenti|komentarze|komentarzy|komentarz|komentáře|komentáre|hozzászólás(?:ok)?|
  comentarii|yorum(?:lar)?|комментари[ийея]в?|коментарі?|reacties|kommentit|σχόλια|التعليقات|تعليقات|תגובות|نظرات|コメント|评论|評論|留言|댓글|bình luận|komentar|ความคิดเห็น|replies|responses)|
  (?:leave|post|add|write) (?:a|your) (?:comment|reply)|leave a reply|join the (?:discussion|conversation)|what do you think|
  (?:schreiben sie|kommentar schreiben|kommentar verfassen|ihre meinung|diskutieren sie)|laisser un commentaire|
  deja (?:un comentario|una respuesta)|deixe (?:um comentário|uma resposta|seu comentário)|lascia un commento|dodaj komentarz|přidat komentář|
  добавить комментарий|оставить комментарий|обсуждение|コメントを(?:残す|書く)|发表评论|發表迴響
`);

const LABELS = phrase(String.raw`
  ad|ads|advert|advertisement|advertising|sponsored(?: content)?|anzeige|werbung|publicité|publicidad|publicidade|pubblicità|reklama|reklam|реклама|advertentie|annons|annonse|mainos|
  広告|广告|廣告|광고|διαφήμιση|إعلان|פרסומת|hirdetés|publicitate|
  share(?: this)?(?: (?:article|story|post|page|on))?|teilen|partager|compartir|compartilhar|condividi|delen|dela|del|udostępnij|sdílet|поделиться|поширити|paylaş|シェア|分享|공유|
  print|drucken|imprimer|imprimir|stampa|drukuj|печать|tweet|email|e-mail|facebook|twitter|whatsapp|telegram|pinterest|linkedin|copy link|
  pdf(?: version)?|(?:download|print)(?: as)? pdf|pdf (?:download|herunterladen)|als pdf(?: speichern)?|print version|druckversion|version imprimable|externer inhalt|external content|contenu externe|bild(?:er)? (?:anzeigen|vergrößern)|show images?|enlarge image|quellen (?:ein|aus)blenden|key points|
  loading|show more|load more|view all|see all|back to top|scroll to top|
  tags?|schlagw[oö]rter|etiquetas|mots[- ]clés|теги|метки|tagi|标签
`);

const REPLIES = phrase(String.raw`
  reply|antworten|répondre|responder|rispondi|odpowiedz|odpovědět|odpovedať|ответить|відповісти|отговор|beantwoorden|reageer|svara|svar|vastaa|yanıtla|cevapla|
  válasz|răspunde|απάντηση|رد|הגב|پاسخ|返信|回复|回覆|답글|답글쓰기|trả lời|balas|ตอบกลับ|post (?:a )?reply|quote|zitieren|citar|citer|report abuse|permalink
`);

const CREDITS = phrase(String.raw`
  (?:credit|credits|crédits?|créditos?|photo|foto|fotos|photos|image|images|imagen|imagem|immagine|bild|bilder|picture|фото|зображення|изображение|fotografía|fotografie|fotó|zdjęcie|fot|kuva|φωτο(?:γραφία)?|写真|图片|圖片|사진|ảnh)
  (?: ?(?:credits?|photos?|by|source|courtesy|montage|de|von|van|par))?
`);

const END = String.raw`\s*[:.…»>→\]\])(*!-]*`;
const OPEN = String.raw`^[\s\p{P}\p{S}]*`;
const LEAD_IN = new RegExp(`${OPEN}(?:${LEAD_INS})`, 'iu');
const ONLY_COMMENTS = new RegExp(`${OPEN}(?:${COMMENTS})(?:\\s*[(\\d][\\d.,\\s)]*)?${END}$`, 'iu');
const ONLY_LABEL = new RegExp(`${OPEN}(?:${LABELS})${END}$`, 'iu');

const CREDIT = new RegExp(`${OPEN}(?:${CREDITS})\\s*[:：/|©]`, 'iu');

const REPLY = new RegExp(`${OPEN}(?:${REPLIES})${END}$`, 'iu');

/** Longest such label with the signs around it. */
const MAX_REPLY_CHARS = 30;

/** The label of a link that answers a comment. */
export const isReply = (line: string): boolean => {
  const label = line.trim();
  return label !== '' && label.length <= MAX_REPLY_CHARS && REPLY.test(label);
};
/** An agency and the photographer, as pictures are signed. */
const PICTURE_AGENCY =
  /^[\s(©]*(?:afp|ap|apa|dpa|epa|efe|anp|pap|reuters|keystone(?:-sda)?|getty(?: images)?|imago(?: images)?|picture[- ]alliance|shutterstock|istock(?:photo)?|adobe ?stock|unsplash|pixabay|pexels|depositphotos|alamy)(?:\s*[/|]\s*[^/|.!?]{2,50}|\s*\))?$/iu;

/** A line that credits the picture beside it. */
export const isCredit = (line: string): boolean =>
  line.length <= 120 && (CREDIT.test(line) || PICTURE_AGENCY.test(line.trim()));
/** A line that leads to something else: "Read also: …". */
export const isLeadIn = (line: string): boolean => LEAD_IN.test(line);
/** A heading over the comments of readers. */
export const isCommentsTitle = (line: string): boolean => line.length <= 60 && ONLY_COMMENTS.test(line);
/** A label of an advertisement, a button or a list of tags. */
export const isLabel = (line: string): boolean => line.length <= 40 && ONLY_LABEL.test(line);

const LEGAL =
  /^\s*(?:©|\(c\)\s|copyright\b)|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|todos os direitos reservados|tutti i diritti riservati|wszelkie prawa zastrzeżone|все права защищены|всі права захищені|版权所有/i;
const COOKIES = /cookie|куки|クッキー/i;
/** Other words of notices on cookies that recipes do not contain. */
const CONSENT =
  /privacy|policy|consent|accept|\bsite\b|website|browser|datenschutz|webseite|zustimm|confidentialité|politique|privacidad|privacidade|política|sitio|navega|informativa|\bsito\b|prywatno|stron|konfiden|конфиденц|сайт|gizlilik|hemsida|webbplats|隐私|网站|サイト|プライバシー/i;
const MAX_LEGAL_CHARS = 400;

/** A notice on rights or cookies; a text about either also has longer paragraphs. */
export const isLegal = (text: string): boolean =>
  text.length <= MAX_LEGAL_CHARS && (LEGAL.test(text) || (COOKIES.test(text) && CONSENT.test(text)));
