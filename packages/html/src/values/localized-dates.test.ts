import { describe, expect, it } from '@jest/globals';
import { isDateIn } from './localized-dates.js';

describe('isDateIn', () => {
  it.each([
    ['Aug 6, 2012', 'en'],
    ['2 hours ago', 'en'],
    ['26 mins ago', 'en'],
    ['1 day ago', 'de'],
    ['vor 5 Stunden', 'de'],
    ['19.01.2006', 'de'],
    ['24. März 2022', 'de'],
    ['24 mar 2022', 'es-419'],
    ['hace 3 días', 'es'],
    ['25 de nov. de 2021', 'pt-BR'],
    ['il y a 5 heures', 'fr'],
    ['4 juin 2018', 'fr'],
    ['2018/06/04', 'ja'],
    ['2018年6月4日', 'ja'],
    ['5 時間前', 'ja'],
    ['2012. 12. 12.', 'ko'],
    ['3일 전', 'ko'],
    ['7 мая 2024 г.', 'ru'],
    ['5 дней назад', 'ru'],
    ['١١/٠٤/٢٠٢١', 'ar'],
    ['12/03/2015', 'ar'],
    ['قبل ٣ ساعات', 'ar'],
    ['٢٥ شعبان ١٤٣٧ هـ', 'ar'],
    ['fa 2 dies', 'ca'],
    ['Feb 2005', 'en'],
    ['Yesterday', 'en'],
  ])('knows %s in %s', (text, language) => {
    expect(isDateIn(text, language)).toBe(true);
  });

  it.each([
    ['31 Items', 'en'],
    ['114 items', 'fr'],
    ['2405 products', 'en'],
    ['Results 1 - 48 of 67', 'en'],
    ['by Y Conwell · 2022', 'en'],
    ['by Y Conwell2022', 'en'],
    ['4.5', 'en'],
    ['10:24', 'en'],
    ['3:24', 'en'],
    ['Rating: 4.8', 'en'],
    ['15 min', 'en'],
    ['$19.98', 'en'],
    ['1 345 ₽', 'ru'],
    ['26 отзывов', 'ru'],
    ['', 'en'],
    ['2 hours ago and a sentence of some length', 'en'],
    ['2024', 'en'],
    ['May the force', 'en'],
    ['7', ''],
  ])('does not take %s in %s for one', (text, language) => {
    expect(isDateIn(text, language)).toBe(false);
  });
});
