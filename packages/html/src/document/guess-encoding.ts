import { TextDecoder } from '@exodus/bytes/encoding.js';

/** Bytes looked at for a guess. */
export const GUESS_BYTES = 32 * 1024;

/** Where nothing suggests another. */
export const FALLBACK_ENCODING = 'windows-1252';
const MIN_SCORE = 0.5;
const MIN_NON_ASCII = 6;

/** Characters that make up most running text of their script: they distinguish a right decoding from a lucky one. */
const COMMON_HAN =
  '的一是不了在人有我他这這个個们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于着下自之年过過发發后後作里用道行所然' +
  '家种種事成方多经經么去法学學如都同现現当當没動动面起看定天分还還进進好小部其些主样樣理心本前开開但因只从想实實日军者意无無力它与與长' +
  '長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并物手应應战向头文体體政美相见見被利什二等产産或新己制身' +
  '网網站首页頁东南北信息服务服務新闻新聞电電话話请請联聯系版权權所有資料資訊會員';

const isIn = (code: number, from: number, to: number): boolean => code >= from && code <= to;

interface Candidate {
  readonly encoding: string;
  /** Share of a text's non-ASCII characters that speak for the encoding, from their code points. */
  readonly isTypical: (code: number) => boolean;
}

const han = new Set(Array.from(COMMON_HAN, (character) => character.charCodeAt(0)));
const isKana = (code: number): boolean => isIn(code, 0x3041, 0x30fe);
const isCjkMark = (code: number): boolean => isIn(code, 0x3000, 0x3011) || isIn(code, 0xff01, 0xff1f);
const isHangul = (code: number): boolean => isIn(code, 0xac00, 0xd7a3);
const isCyrillicSmall = (code: number): boolean => isIn(code, 0x430, 0x44f) || code === 0x451;

const CANDIDATES: readonly Candidate[] = [
  { encoding: 'shift_jis', isTypical: (code) => isKana(code) || isCjkMark(code) },
  { encoding: 'euc-jp', isTypical: (code) => isKana(code) || isCjkMark(code) },
  { encoding: 'euc-kr', isTypical: isHangul },
  { encoding: 'gb18030', isTypical: (code) => han.has(code) || isCjkMark(code) },
  { encoding: 'big5', isTypical: (code) => han.has(code) || isCjkMark(code) },
  { encoding: 'windows-1251', isTypical: isCyrillicSmall },
  { encoding: 'koi8-r', isTypical: isCyrillicSmall },
];

/** Half of the characters of Chinese text are rarer ones, so its share weighs more. */
const WEIGHT: Readonly<Record<string, number>> = { gb18030: 2, big5: 2, shift_jis: 1.4, 'euc-jp': 1.4 };

const score = (bytes: Uint8Array, candidate: Candidate): number => {
  let text: string;
  try {
    // Streaming: the sample may end within a character.
    text = new TextDecoder(candidate.encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return 0;
  }
  let typical = 0;
  let total = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    total += 1;
    if (candidate.isTypical(code)) typical += 1;
  }
  if (total < MIN_NON_ASCII) return 0;
  return Math.min(1, (typical / total) * (WEIGHT[candidate.encoding] ?? 1));
};

/** Guesses the encoding of bytes that declare none and are not valid UTF-8; windows-1252 where nothing suggests another. */
export const guessEncoding = (bytes: Uint8Array): string => {
  const sample = bytes.subarray(0, GUESS_BYTES);
  let best = FALLBACK_ENCODING;
  let bestScore = MIN_SCORE;
  for (const candidate of CANDIDATES) {
    const value = score(sample, candidate);
    if (value > bestScore) {
      best = candidate.encoding;
      bestScore = value;
    }
  }
  return best;
};
