/** Words by which pages of a kind are recognized, in the languages that most pages are written in. */

/** The label of a button that buys. */
export const BUY =
  /^(?:add to (?:cart|bag|basket|trolley)|buy(?: it)? now|order now|pre-?order(?: now)?|in den (?:waren|einkaufs)korb(?: legen)?|jetzt kaufen|ajouter au panier|acheter|añadir (?:al carrito|a la cesta)|agregar al carrito|comprar(?: ahora| agora)?|adicionar ao carrinho|aggiungi al carrello|acquista(?: ora)?|in (?:de |het )?winkel(?:wagen|mandje)|do koszyka|dodaj do koszyka|lägg i (?:varukorgen|kundvagnen)|в корзину|купить|カートに入れる|加入购物车|加入購物車|장바구니(?: 담기)?)$/iu;

/** The label of a button for tickets, a seat or a calendar. */
export const ATTEND =
  /^(?:(?:buy|get|book|find) tickets?|tickets?(?: kaufen| buchen| sichern)?|register(?: now| here)?|rsvp|attend|add to (?:my )?calendar|(?:jetzt )?anmelden|zum kalender hinzufügen|in (?:den )?kalender(?: eintragen)?|réserver|billetterie|s.inscrire|ajouter au calendrier|comprar entradas|inscríbete|inscreva-se|acquista biglietti|iscriviti|チケット(?:を購入)?|купить билет)$/iu;

/** The label of a button of one account's page. */
export const FOLLOW =
  /^(?:\+ ?)?(?:follow|connect|message|add friend|folgen|suivre|seguir|segui|подписаться|フォロー|关注)$/iu;

/** A count of readers. */
export const FOLLOWERS =
  /^(?:[\d.,]+\s?[kmb]?\s)?(?:followers?|following|abonnenten|abonnés|seguidores|seguiti|подписчик\p{L}*|フォロワー|粉丝)(?:\s[\d.,]+\s?[kmb]?)?$/iu;

/** The heading or label over what goes into a dish. */
export const INGREDIENTS =
  /^(?:the )?(?:ingredients?(?: list)?|zutaten(?:liste)?|ingrédients|ingredientes|ingredienti|ingrediënten|składniki|ingredienser|ингредиенты|材料|食材|재료)(?![\p{L}])/iu;

/** The heading or label over how a dish is made. */
export const STEPS =
  /^(?:instructions?|directions?|method|preparation|steps|how to make(?: it)?|zubereitung|anleitung|préparation|étapes|preparación|elaboración|instrucciones|modo de preparo|preparazione|procedimento|bereiding(?:swijze)?|przygotowanie|sposób przygotowania|gör så här|приготовление|作り方|做法|만드는 법)(?![\p{L}])/iu;

/** Where and when something takes place. */
export const WHEN =
  /^(?:when|date(?: (?:and|&) time)?|date\/time|doors(?: open)?|starts?|wann|datum|beginn|einlass|quand|dates?|horaires?|cuándo|fecha|quando|data|日時|когда)$/iu;
export const WHERE =
  /^(?:where|venue|location|wo|ort|veranstaltungsort|où|lieu|dónde|lugar|ubicación|dove|luogo|onde|local|会場|где|место)$/iu;

/** Class names and ids of one contribution to a discussion. */
export const POST =
  /(?:^|[\s_-])(?:posts?|reply|replies|answers?|messages?|msg|comments?|comtr|beitrag|postbit|postbody|thread-item|topic-post|timeline-comment)(?![a-z])/i;

/** What software for documentation and for forums says in its `generator`. */
export const DOCS_SOFTWARE =
  /^(?:sphinx|mkdocs|docusaurus|vitepress|vuepress|gitbook|docfx|doxygen|javadoc|hugo book|antora|mdbook|jsdoc|typedoc|rustdoc|asciidoctor|starlight|nextra|readme|dokuwiki)/i;
export const FORUM_SOFTWARE =
  /^(?:phpbb|vbulletin|discourse|xenforo|invision|mybb|smf|simple machines|flarum|nodebb|vanilla|woltlab|fluxbb|bbpress)/i;
