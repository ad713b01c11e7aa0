import type { OperationParams } from '@quarry/contracts';
/** Regions that the engine offers: country and language, in its own spelling, the first of a country being its default. */
const REGIONS: readonly string[] = (
  'ar-es au-en at-de be-nl be-fr br-pt bg-bg ca-en ca-fr ct-ca cl-es cn-zh co-es hr-hr cz-cs dk-da ee-et fi-fi fr-fr ' +
  'de-de gr-el hk-tzh hu-hu is-is in-en id-en ie-en il-en it-it jp-jp kr-kr lv-lv lt-lt my-en mx-es nl-nl nz-en no-no ' +
  'pk-en pe-es ph-en pl-pl pt-pt ro-ro ru-ru xa-ar sg-en sk-sk sl-sl za-en es-es es-ca se-sv ch-de ch-fr tw-tzh th-en ' +
  'tr-tr us-en us-es ua-uk uk-en vn-en'
).split(' ');

/** No region. */
export const NO_REGION = 'wt-wt';

/** Countries that the engine names differently from the standard. */
const COUNTRIES: Readonly<Record<string, string>> = { gb: 'uk', sa: 'xa', si: 'sl' };

/** Languages that the engine names differently from the standard. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ja: 'jp',
  ko: 'kr',
  nb: 'no',
  nn: 'no',
  'zh-hans': 'zh',
  'zh-hant': 'tzh',
};

/** The home region of a language that several regions have; others have only one. */
const HOMES: Readonly<Record<string, string>> = {
  ca: 'ct-ca',
  de: 'de-de',
  en: 'us-en',
  es: 'es-es',
  fr: 'fr-fr',
  nl: 'nl-nl',
  pt: 'pt-pt',
  tzh: 'tw-tzh',
};

const languageOf = (setLang: string): string => LANGUAGES[setLang] ?? setLang.split('-')[0] ?? setLang;

const regionOfCountry = (cc: string, language: string | undefined): string => {
  const country = COUNTRIES[cc] ?? cc;
  const offered = REGIONS.filter((region) => region.startsWith(`${country}-`));
  const exact = offered.find((region) => region === `${country}-${language ?? ''}`);
  // A country that is not offered is sent all the same: the engine decides. Those without their own language are English.
  return exact ?? offered[0] ?? `${country}-${language ?? 'en'}`;
};

export type RegionParams = Pick<OperationParams<'enginec/serp'>, 'kl' | 'cc' | 'setLang'>;

/** The engine's region: `kl` wins; else country and language together; undefined where neither is set. */
export const regionOf = ({ kl, cc, setLang }: RegionParams): string | undefined => {
  if (kl !== undefined) return kl;
  const language = setLang === undefined ? undefined : languageOf(setLang);
  if (cc !== undefined) return regionOfCountry(cc, language);
  if (language === undefined) return undefined;
  return HOMES[language] ?? REGIONS.find((region) => region.endsWith(`-${language}`)) ?? NO_REGION;
};
