import type { Element } from 'domhandler';
import { visibleText } from '@quarry/html';

/** What the buttons of a page say that open, close or mark a part of it: nothing to a reader of its text. */
const WORDS = [
  String.raw`(?:show|see|view|read|load) (?:more|less|fewer|all)|close(?: (?:menu|window|dialog|image))?|(?:open|show|hide) (?:menu|image)|collapse|expand(?: all)?`,
  String.raw`share|print|save|report|compare(?: products?)?|add to (?:wish ?list|list|favou?rites|compare)|back to top`,
  String.raw`(?:menü|fenster|bild|bilder|dialog) (?:öffnen|schließen|anzeigen)|schließen|(?:mehr|weniger|alle) (?:anzeigen|lesen)|weiterlesen|teilen|drucken|merken|vergleichen|(?:auf|zu) (?:die|den|der) (?:wunschliste|merkzettel)`,
  String.raw`(?:afficher|voir|lire) (?:plus|moins|tout)|(?:lire )?la suite|fermer|partager|imprimer|ver (?:más|menos|mais|todo|tudo)|mostrar (?:más|menos|mais)|leer más|cerrar|compartir|fechar|compartilhar|mostra (?:altro|meno)|chiudi|condividi`,
  String.raw`meer (?:tonen|weergeven|lezen)|sluiten|delen|(?:pokaż|czytaj) więcej|zwiń|rozwiń|zamknij|udostępnij|показать (?:ещ[её]|вс[её])|свернуть|закрыть|поделиться|もっと見る|閉じる|展开|收起|关闭|더 ?보기|닫기`,
].join('|');
const CONTROL = new RegExp(String.raw`^(?:[\s\p{P}\p{S}]*(?:${WORDS})(?![\p{L}]))+[\s\p{P}\p{S}]*$`, 'iu');
const MAX_LABEL_CHARS = 60;

const isOwnLink = ({ name, attribs }: Element): boolean =>
  name === 'a' && attribs['href'] !== undefined && /^(?:#|javascript:|$)/i.test(attribs['href']);

/** A button, or a link that leads nowhere else, which only changes how the page looks. */
export const isControl = (element: Element): boolean => {
  if (element.name !== 'button' && element.attribs['role'] !== 'button' && !isOwnLink(element)) return false;
  const label = visibleText(element, MAX_LABEL_CHARS + 1);
  return label.length <= MAX_LABEL_CHARS && CONTROL.test(label);
};
