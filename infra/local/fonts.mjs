import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * The fonts of the browser image. Without them Chromium draws empty boxes, or letters of other widths than the image does.
 * `files` is what the package's files or usual ones of the same script are called.
 */
export const FONTS = [
  { signs: 'Latin', aptPackage: 'fonts-liberation', files: /^(liberation(sans|serif|mono)|arial)/i },
  {
    signs: 'Chinese, Japanese and Korean',
    aptPackage: 'fonts-noto-cjk',
    files: /cjk|^source-?han|^wqy-|^droidsansfallback|^ipa(ex)?[gm]|^takao|^msyh|^simsun|^malgun/i,
  },
  { signs: 'emoji', aptPackage: 'fonts-noto-color-emoji', files: /emoji/i },
  { signs: 'Arabic, Hebrew, Indic and Thai', aptPackage: 'fonts-noto-core', files: /^notosans-?(arabic|devanagari)/i },
];

/** Where fontconfig looks. Its own programs come with Chromium, so they may be missing as fonts are. */
const fontFolders = (env) => {
  const home = env.HOME || os.homedir();
  const own = env.XDG_DATA_HOME || path.join(home, '.local', 'share');
  return ['/usr/share/fonts', '/usr/local/share/fonts', path.join(own, 'fonts'), path.join(home, '.fonts')];
};

const FONT_FILE = /\.(ttf|ttc|otf|otc|pfb)$/i;

const filesBelow = (folder) => {
  try {
    return readdirSync(folder, { recursive: true }).filter((name) => FONT_FILE.test(name));
  } catch {
    return [];
  }
};

/** Fonts of the list that are not here. Other systems than Linux bring their own. */
export const missingFonts = (env, { platform = process.platform, folders = fontFolders(env) } = {}) => {
  if (platform !== 'linux') return [];
  const names = folders.flatMap(filesBelow).map((name) => path.basename(name));
  return FONTS.filter(({ files }) => !names.some((name) => files.test(name)));
};

/** One clear line about fonts that are not here. */
export const fontsLine = (fonts) =>
  `Fonts are not on this machine (${fonts.map(({ signs }) => signs).join('; ')}), and Chromium shows empty boxes or other ` +
  `letters: apt install ${fonts.map(({ aptPackage }) => aptPackage).join(' ')}`;
