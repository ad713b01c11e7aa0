import { describe, expect, it } from '@jest/globals';
import { readResultsPage } from '../serp/results-page.js';
import { readInlineImages } from './inline-images.js';

const URL_OF_PAGE = 'https://www.google.com/search?q=slate+roof';

const read = (body: string) => {
  const text = `<html><body><div id="main">${body}</div></body></html>`;
  return readInlineImages(readResultsPage(text, URL_OF_PAGE), text);
};

const THUMB = 'https://encrypted-tbn0.gstatic.com/images?q=tbn:';
const record = (n: number): string =>
  `[1,[0,"Inline${n}_abcdeM",["${THUMB}${n}",100,150],["https://cdn.example/${n}.jpg",800,1200],null,0,{"2003":[null,"Other${n}_abcdefM","https://site${n}.example/","Roof ${n}",null,0,null,null,null,0,null,null,"Site ${n}"]}]]`;
const DATA = `<script>var m={"b":${record(2)},"a":${record(1)},"c":${record(3)}};</script>`;
const tile = (n: number, kind = 'data-attrid="images universal"'): string =>
  `<div ${kind} data-docid="Inline${n}_abcdeM"><img alt="Image result for slate roof" src="data:image/gif;base64,R0"></div>`;
const answer = (n: number) => ({
  title: `Roof ${n}`,
  link: `https://site${n}.example/`,
  source: `Site ${n}`,
  thumbnail: `${THUMB}${n}`,
  original: `https://cdn.example/${n}.jpg`,
});

describe('pictures among web results', () => {
  it.each([
    ['each is marked', `<div>${tile(1)}${tile(2)}</div>`],
    ['their block is marked', `<div data-iu="1"><div role="heading">Bilder</div>${tile(1, '')}${tile(2, '')}</div>`],
    ['their block has its id', `<div id="iur"><div>${tile(1, '')}</div><div>${tile(2, '')}</div></div>`],
  ])('are found where %s', (_name, body) => {
    expect(read(body + DATA)).toEqual([answer(1), answer(2)]);
  });

  it('are not those of an entity, an answer or a question', () => {
    const others = ['data-attrid="image"', 'data-attrid="secondary image"', 'data-attrid="VisualDigestImageResult"'];
    expect(read(others.map((kind, index) => tile(index + 1, kind)).join('') + DATA)).toEqual([]);
  });

  const plain = (n: number): string =>
    `<a href="/imgres?imgurl=https://cdn.example/${n}.jpg&amp;imgrefurl=https://www.site${n}.example/p&amp;w=9&amp;h=9"><div><img alt="Roof ${n}" src="${THUMB}${n}"></div></a>`;
  const all = '<a href="/search?q=slate+roof&amp;tbm=isch&amp;sa=X">Imatges</a>';

  it('are links to the viewer below the way to all of them, on a page without scripts', () => {
    expect(read(`<div><div><span>${all}</span></div><div>${plain(1)}${plain(2)}</div></div>`)).toEqual(
      [1, 2].map((n) => ({
        title: `Roof ${n}`,
        link: `https://www.site${n}.example/p`,
        source: `site${n}.example`,
        thumbnail: `${THUMB}${n}`,
        original: `https://cdn.example/${n}.jpg`,
      })),
    );
  });

  it('are not those of an entity there, which has a title, nor those that the menu stands above', () => {
    expect(read(`<div><h3>Slate</h3>${all}<div>${plain(1)}</div></div>`)).toEqual([]);
    expect(read(`${all}<div>${plain(1)}</div>`)).toEqual([]);
  });
});
