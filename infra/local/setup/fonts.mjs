import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * The fonts of the browser image. Without them Chromium draws empty boxes, or letters with other widths than in the image.
 * `files` matches the names of the package's files and of common fonts for the same script.
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

/** Folders of fontconfig. Its programs come with Chromium, so they may be missing too. */
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

/** Fonts of the list that are missing. Systems other than Linux bring their own. */
export const missingFonts = (env, { platform = process.platform, folders = fontFolders(env) } = {}) => {
  if (platform !== 'linux') return [];
  const names = folders.flatMap(filesBelow).map((name) => path.basename(name));
  return FONTS.filter(({ files }) => !names.some((name) => files.test(name)));
};

/** One line about missing fonts. */
export const fontsLine = (fonts) =>
  `Fonts are missing on this machine (${fonts.map(({ signs }) => signs).join('; ')}), and Chromium shows empty boxes or other ` +
  `letters: apt install ${fonts.map(({ aptPackage }) => aptPackage).join(' ')}`;
