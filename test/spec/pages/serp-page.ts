/** A page of the primary engine, written by us, that has every block of the specification. */

const passage = (text: string): string => `<div data-sncf="1"><div>${text}</div></div>`;

const result = (title: string, url: string, more = ''): string =>
  `<div data-hveid="x"><div data-snc="a"><div data-snf="h" data-snhf="0"><a href="${url}"><h3>${title}</h3><div><span>Roof Site</span><cite>${new URL(url).origin}<span> › p</span></cite></div></a></div>
  ${passage('A sentence about <em>slate</em> and of some length.')}${more}</div></div>`;

const ROW = '<div data-sncf="2"><div><a href="https://a.example/1">One</a> · <a href="https://a.example/2">Two</a></div></div>'; // oxfmt-ignore
const TABLE = '<table><tr><td><h3><a href="https://b.example/1">First</a></h3><div>About it</div></td></tr></table>';
const PICTURE = '<div data-sncf="2"><img src="https://pictures.example/slate.jpg" alt=""></div>';
const RATED =
  '<div data-sncf="2"><g-review-stars><span role="img" aria-label="Rated 4.8 out of 5"></span></g-review-stars><span>Rating: 4.8</span> · <span>1,280 votes</span></div>';

const PLACES = `<a role="link" data-cid="16167693010129661015"><div role="heading">Slate shop</div><div><span>4.5</span> <span>(1.2K)</span> · Roof shop</div><div>1 Main Street · (512) 555-0100</div><div>Open ⋅ Closes 6 PM</div><div>Sells slates of every size</div></a>
<a href="/search?q=slate+roof&amp;tbm=lcl">More places</a>`;

const QUESTIONS = `<div data-q="Why slate?"><div role="button">Why slate?</div><div style="display:none"><div data-attrid="wa:/description">It lasts.<span>Jul 19, 2020</span></div><a href="https://q.example/"><h3>On slate</h3></a><cite>https://q.example</cite></div></div>
<div data-q="Which sizes are there?"><div role="button">Which sizes are there?</div><div><div role="heading">Slate comes in two sizes.</div><ol><li>Small</li><li>Large</li></ol></div></div>`;

const post = (n: number): string =>
  `<div role="listitem" data-news-cluster-id="${n}"><div><a href="https://posts.example/${n}"><div><img src="https://pictures.example/post-${n}.jpg"></div><div>Ann Roofer ${'ab'.charAt(n - 1)}</div><div>Posts Place</div><div>12 comments</div><div>3:24</div><div role="heading">How I laid part ${n} of my slate roof</div><div>I began at the eaves and worked my way up, one row of slates a day.</div><div>2 days ago</div></a></div></div>`;

const TILE = `<div data-pvt="hg" data-cid="1111" data-gid="2222"><product-viewer-entrypoint><div role="button"><g-inner-card>
<g-img title="Slate hook"><img alt="Slate hook. " src="https://pictures.example/hook.jpg"></g-img><div class="b">20% OFF</div><a href="/shopping/product/1111?q=slate+roof">Slate hook</a>
<div><div>Slate hook</div><div><span aria-label="$12.50. ">$12.50</span></div><div><span><span>Roof Shop</span></span></div>
<span><div role="img" aria-label="-"></div>Free delivery</span><div><span aria-hidden="true">4.6</span><span role="img" aria-label="4.6 / 5"></span><span>(1,204)</span></div></div></g-inner-card></div></product-viewer-entrypoint></div>`;

const ENTITY =
  '<div id="rhs"><div data-attrid="title">Slate</div><div data-attrid="subtitle">Stone</div><div data-attrid="description">A rock of fine grains.</div></div>';

export const SERP_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>slate roof - Search</title></head><body>
<form action="/search"><textarea name="q">slate roof</textarea></form><div id="result-stats">About 1,250 results<nobr> (0.31 seconds)</nobr></div>${ENTITY}
<div id="search"><div id="rso">${result('A roof', 'https://a.example/p', ROW)}${result('A house', 'https://b.example/', TABLE)}${result('A picture', 'https://c.example/', PICTURE)}${result('A rated one', 'https://d.example/', RATED)}
${PLACES}${QUESTIONS}<div><div role="heading">Perspectives</div><div role="list">${post(1)}${post(2)}</div></div><div><div role="heading">Hooks for roofs</div><div>${TILE}</div></div></div></div>
<div id="bres"><a href="/search?q=slate+roof+price">slate roof <b>price</b></a></div></body></html>`;
