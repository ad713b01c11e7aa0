import type { ParsedResults } from '../../scraper/engine.js';

type Refusal = Exclude<ParsedResults, { readonly outcome: 'ok' }>;

/** What the engine says instead of an answer, in known languages; searched in short texts only. */
const SENTENCES: readonly (readonly [Refusal, RegExp])[] = [
  [
    { outcome: 'blocked', reason: 'request_limit' },
    /request limit for ai|reached the (?:request |daily )?limit|l[íi]mite de (?:solicitudes|solicita[çc][õo]es)|limite de (?:requ[êe]tes|demandes)|anfragelimit|limite di richieste|sınırına ulaştı|лимит запросов|リクエスト(?:数)?の上限|请求(?:次数)?上限|要求(?:次數)?上限|요청 한도/iu,
  ],
  [
    { outcome: 'blocked', reason: 'not_offered' },
    /(?:ai mode|ki-modus|mode ia|modo (?:de )?ia|modalità ai|modalità ia|ai-modus|ai-modusen|yapay zek[âa] modu|tryb ai|режим ии|ai モード|ai 模式|ai 모드).{0,60}(?:n['’]t (?:currently )?available|not (?:currently |yet )?available|nicht verfügbar|n['’]est pas (?:encore )?disponible|no est[áa] disponible|n[ãa]o est[áa] dispon[íi]vel|non è (?:ancora )?disponibile|niet beschikbaar|kullanılamıyor|kullanılamaz|nie jest (?:jeszcze )?dostępny|недоступ|利用できません|ご利用いただけません|不可用|無法使用|无法使用|사용할 수 없)/iu,
  ],
  [
    { outcome: 'not_found', reason: 'no_answer' },
    /no (?:ai )?response (?:is )?available for this|(?:overview|response|answer) is not available for this search|try asking something else|keine (?:ki-)?antwort (?:für diese|verfügbar)|für diese suchanfrage ist keine|aucune réponse (?:n['’]est )?disponible|n['’]est pas disponible pour cette recherche|no hay (?:ninguna )?respuestas? disponibles?|no est[áa] disponible para esta b[úu]squeda|nenhuma resposta dispon[íi]vel|n[ãa]o est[áa] dispon[íi]vel para est[ae] pesquisa|nessuna risposta disponibile|non è disponibile per questa ricerca|geen (?:ai-)?antwoord beschikbaar|bu arama için .{0,40}(?:yok|kullanılamıyor)|brak odpowiedzi|ответ(?:а)? (?:на этот запрос )?(?:нет|недоступен)|回答はありません|利用できる回答がありません|没有可用的(?:回答|回复)|沒有可用的(?:回答|回覆)|답변이? 없습니다/iu,
  ],
  [
    { outcome: 'blocked', reason: 'answer_failed' },
    /ai response was(?:n['’]t| not) generated|(?:can['’]t|couldn['’]t) generate an? (?:ai |response)|something went wrong|ein fehler ist aufgetreten|etwas ist schiefgelaufen|schiefgegangen|kann keine .{0,30}ki generiert|une erreur s['’]est produite|un problème est survenu|se ha producido un error|ha ocurrido un error|algo sali[óo] mal|se produjo un error|algo deu errado|ocorreu um (?:erro|problema)|si è verificato un (?:errore|problema)|qualcosa è andato storto|er is (?:iets|een) (?:mis|fout)|bir (?:hata|sorun) oluştu|bir şeyler ters gitti|coś poszło nie tak|wystąpił błąd|что-то пошло не так|произошла ошибка|エラーが発生|問題が発生|出了点问题|出错了|發生錯誤|문제가 발생|오류가 발생/iu,
  ],
];

/** Longest line that is searched for a refusal: an answer may mention such things. */
export const MAX_REFUSAL_CHARS = 320;
const MAX_LINES = 300;

/** The refusal among a few lines; none where they say something else. */
export const refusalInLines = (lines: readonly string[]): Refusal | undefined => {
  const short = lines.filter((line) => line.length <= MAX_REFUSAL_CHARS).slice(0, MAX_LINES);
  return SENTENCES.find(([, sentence]) => short.some((line) => sentence.test(line)))?.[0];
};

/** Pages of the engine with a challenge or consent: known by forms and addresses, the same in every language. */
export const refusalOfPage = (text: string): Refusal | undefined => {
  if (
    /\bid=["']?captcha-form|\bname=["']?captcha["'\s>]|g-recaptcha|recaptcha\/(?:api|enterprise)\.js|action=["']?(?:https?:\/\/[^"'>]{1,60})?\/sorry\//i.test(
      text,
    )
  )
    return { outcome: 'blocked', reason: 'captcha' };
  if (/action=["']?https:\/\/consent\.(?:google|youtube)\.[a-z.]{2,6}\/(?:save|s\b)/i.test(text))
    return { outcome: 'blocked', reason: 'consent' };
  if (
    /(?:action|content|href)=["']?[^"'>]{0,20}https:\/\/accounts\.google\.com\/(?:v3\/)?signin\/(?:_\/|identifier|challenge)|id=["']?(?:identifierId|gaia_loginform)\b/i.test(
      text,
    )
  )
    return { outcome: 'blocked', reason: 'login_wall' };
  return undefined;
};

/** A page that its own scripts would fill: it demands scripts, or contains the keys to fetch the answer. */
export const isShell = (text: string): boolean =>
  /\/httpservice\/retry\/enablejs|data-xsrf-fol(?:wr|if)-token|data-lro-(?:token|signature)=|data-srtst=/.test(text);
