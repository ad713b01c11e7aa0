import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FONTS, fontsLine, missingFonts } from './fonts.mjs';

let home;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'quarry-fonts-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const put = (name) => {
  const file = path.join(home, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
};
const missing = (folders = [home]) =>
  missingFonts({ HOME: home }, { platform: 'linux', folders }).map(({ aptPackage }) => aptPackage);

describe('missingFonts', () => {
  it("knows each package by the names of Debian's files, in any folder below", () => {
    expect(missing()).toEqual(FONTS.map(({ aptPackage }) => aptPackage));
    put('truetype/liberation/LiberationSans-Regular.ttf');
    put('opentype/noto/NotoSansCJK-Regular.ttc');
    expect(missing()).toEqual(['fonts-noto-color-emoji', 'fonts-noto-core']);
    put('truetype/noto/NotoColorEmoji.ttf');
    put('truetype/noto/NotoSansArabic-Regular.ttf');
    expect(missing()).toEqual([]);
  });

  it('accepts other fonts of the same script, but not any file with such a name', () => {
    put('wqy/wqy-zenhei.ttc');
    put('emoji.conf');
    put('NotoSans-Regular.ttf');
    expect(missing()).toEqual(['fonts-liberation', 'fonts-noto-color-emoji', 'fonts-noto-core']);
  });

  it('ignores a missing folder', () => {
    expect(missing([path.join(home, 'none')])).toHaveLength(FONTS.length);
  });

  it("looks into the user's own folders, and into an own data folder where one is named", () => {
    const env = { HOME: home, XDG_DATA_HOME: path.join(home, 'data') };
    for (const name of ['.fonts/LiberationSans.ttf', 'data/fonts/NotoSansCJK.ttc', 'data/fonts/emoji.ttf']) put(name);
    put('.fonts/NotoSansDevanagari.ttf');
    expect(missingFonts(env, { platform: 'linux' })).toEqual([]);
  });

  it('asks for nothing on systems that bring fonts', () => {
    expect(missingFonts({ HOME: home }, { platform: 'darwin', folders: [home] })).toEqual([]);
  });
});

it('names what is missing in one line, with the packages to install', () => {
  const line = fontsLine(FONTS.filter(({ aptPackage }) => /cjk|emoji/.test(aptPackage)));
  expect(line).toBe(
    'Fonts are missing on this machine (Chinese, Japanese and Korean; emoji), and Chromium shows empty boxes or other ' +
      'letters: apt install fonts-noto-cjk fonts-noto-color-emoji',
  );
});
