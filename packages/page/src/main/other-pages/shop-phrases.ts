/** What shops write over other goods, in the languages of most pages. */
const GOODS = [
  String.raw`(?:customers|people|shoppers|others) (?:who .{1,40} )?also .{1,30}|(?:frequently|often) bought together|bought together|complete (?:the|your) .{1,20}`,
  String.raw`(?:recently|last) viewed.{0,20}|you (?:may|might) also need.{0,20}|pairs well with|goes well with|from the same (?:brand|seller|collection)`,
  String.raw`(?:andere )?kunden (?:kauften|sahen|interessierten|haben).{0,50}|(?:wird )?(?:oft|häufig) zusammen gekauft|(?:passt|passend) dazu|dazu passt.{0,20}|wir empfehlen auch|zuletzt angesehen.{0,20}`,
  String.raw`(?:les|nos) clients .{0,40}aussi.{0,30}|souvent achetés? ensemble|(?:produits|articles) (?:similaires|associés|complémentaires)|du même rayon|vus récemment`,
  String.raw`(?:productos|artículos) (?:relacionados|similares|recomendados)|(?:los )?clientes .{0,40}también.{0,30}|comprados juntos.{0,20}|prodotti (?:correlati|simili|consigliati)|chi ha .{1,30} ha .{0,20}anche.{0,30}`,
  String.raw`produtos (?:relacionados|similares)|quem (?:viu|comprou).{0,40}|klanten .{0,30}ook.{0,20}|vaak samen gekocht|klienci .{0,30}również.{0,20}|с этим товаром .{1,20}|похожие товары|関連商品|よく一緒に購入.{0,20}`,
].join('|');
const TITLE = new RegExp(String.raw`^[\s\p{P}\p{S}]*(?:${GOODS})[\s\p{P}\p{S}]*$`, 'iu');

/** A title over other goods of the shop. */
export const isGoodsTitle = (line: string): boolean => TITLE.test(line);
