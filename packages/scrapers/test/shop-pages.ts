/** Pages of the shop as tests write them: their names mean nothing, as the engine's do. */
export interface TileParts {
  readonly title: string;
  readonly price: string;
  readonly before?: string;
  readonly seller?: string;
  readonly more?: string;
  readonly delivery?: string;
  readonly rating?: string;
  readonly count?: string;
  readonly badge?: string;
  readonly ids?: string;
}

const orNothing = (value: string | undefined, html: (value: string) => string): string =>
  value === undefined ? '' : html(value);

/** A tile as pages have it since 2024. */
export const tileOf = ({ title, price, ids = 'data-cid="1111" data-gid="2222"', ...parts }: TileParts): string =>
  `<div class="q1" ${ids} data-pvt="hg"><product-viewer-entrypoint><div role="button" tabindex="0"><g-inner-card>
  <g-img title="${title}"><img id="dimg_${price.length}" alt="${title}. " src="https://pictures.example/p.jpg"></g-img>
  ${orNothing(parts.badge, (badge) => `<div class="q2">${badge}</div>`)}
  <div><div class="q3">${title}</div>
  <div class="q4"><span class="q5" aria-label="${price}. ">${price}</span>${orNothing(parts.before, (before) => `<span class="q6" role="text" aria-label=" Was ${before}">${before}</span>`)}</div>
  ${orNothing(parts.seller, (seller) => `<div class="q7"><span><img alt="" width="16" height="16" src="https://pictures.example/favicon.png"><span>${seller}</span></span>${orNothing(parts.more, (more) => `<span>${more}</span>`)}</div>`)}
  ${orNothing(parts.delivery, (delivery) => `<span class="q8"><div role="img" aria-label="-"></div>${delivery}</span>`)}
  ${orNothing(parts.rating, (rating) => `<div class="q9"><span aria-hidden="true">${rating}</span><span role="img" aria-label="${rating} / 5"></span>${orNothing(parts.count, (count) => `<span>(${count})</span>`)}</div>`)}
  </div></g-inner-card></div></product-viewer-entrypoint></div>`;

/** An entry of the list that the shop had until 2024. */
export const listedOf = (id: string, title: string, price: string, rest: string): string =>
  `<div class="sh-dlr__list-result" data-docid="${id}9"><div><a href="/shopping/product/${id}?q=pan"><div data-cid="${id}" data-docid="${id}8"></div><img alt="${title}" id="pic_${id}" src="data:image/gif;base64,R0"></a></div>
  <div><a href="/shopping/product/${id}?q=pan">${title}</a><div><span><span>${price}</span></span> ${rest}</div></div></div>`;

/** An entry of the grid of the same years. */
export const gridOf = (id: string, title: string, price: string, rest: string): string =>
  `<div class="sh-dgr__grid-result" data-docid="${id}9"><div class="sh-dgr__content"><a href="/shopping/product/${id}?prds=x"><img alt="" src="https://pictures.example/${id}.jpg"><h3>${title}</h3></a>
  <a href="/url?url=https://shop.example/p/${id}%3Fa%3D1&amp;sa=X"><div><span><b>${price}</b></span></div>${rest}</a></div></div>`;

/** An advertisement for a product. */
export const adOf = (title: string, price: string, seller: string): string =>
  `<div class="mnr-c pla-unit"><a href="/aclk?sa=l&amp;ai=x" id="plap0"></a><a href="https://shop.example/p" id="vplap0"></a><div><img alt="Image of ${title}" src="https://pictures.example/a.jpg"><div role="heading"><span>${title.slice(0, 12)}...</span><span>${title.slice(0, 16)}...</span></div><div>${price}</div><div><span>${seller}</span></div></div>
  <div class="pla-hovercard-content"><div><a id="plahcl0" href="/aclk?x"></a><div>${title}</div><div>${price}</div></div></div></div>`;

export const shopPage = (body: string, before = ''): string =>
  `<html lang="en"><body><form action="/search"><input name="q" value="pan"><input type="hidden" name="udm" value="28"></form>${before}<div id="search"><h1>Results</h1><div id="rso">${body}</div></div></body></html>`;
