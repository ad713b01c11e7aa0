/** Pages of results of the accommodation site, as tests write them. */
export const money = (amount: string, amountUnformatted: number, currency = 'USD') => ({
  amountPerStay: { amount, amountUnformatted, amountRounded: amount.replace(/\.\d+/, ''), currency },
});
export const NO_MONEY = { amountPerStay: { amount: '', amountUnformatted: 0, amountRounded: '', currency: '' } };

export const PRICE = {
  displayPrice: money('US$1,339.86', 1339.859938),
  priceBeforeDiscount: money('US$1,400', 1400),
  discounts: [{ amount: { amount: 'US$60.14', amountUnformatted: 60.140062, currency: 'USD' } }],
  excludedCharges: { excludeChargesAggregated: money('US$25.40', 25.40331), excludeChargesList: [] },
};

export const RESULT = {
  basicPropertyData: {
    id: 4711,
    pageName: 'oak-inn',
    location: { address: '1 Quay St', city: 'Oak Bay', countryCode: 'gb' },
    photos: { main: { highResUrl: { relativeUrl: '/xdata/images/1.webp?k=a&o=' } } },
    reviewScore: {
      ...{ score: 8.7, reviewCount: 424, showScore: true, totalScoreTextTag: { translation: 'Fabulous' } },
      ...{ secondaryScore: 8.9, showSecondaryScore: true, secondaryTextTag: { translation: 'Comfort' } },
    },
    starRating: { value: 4, symbol: 'STARS' },
  },
  displayName: { text: 'Oak  Inn' },
  location: { displayLocation: 'Harbour', mainDistance: '0.9 miles from downtown', isCentrallyLocated: true },
  policies: { showFreeCancellation: true, showNoPrepayment: false },
  blocks: [{ blockId: { roomId: '471101' } }],
  matchingUnitConfigurations: {
    unitConfigurations: [
      { name: 'King Room', nbUnits: 2, bedConfigurations: [{ beds: [{ count: 1, type: 3 }] }] },
      {
        name: 'Studio',
        nbUnits: 1,
        bedConfigurations: [{ beds: [{ count: 1, type: 6 }] }, { beds: [{ count: 2, type: 99 }] }],
      },
    ],
  },
  priceDisplayInfoIrene: PRICE,
};

export interface Made {
  readonly results?: readonly unknown[];
  readonly total?: number | null;
  readonly records?: Record<string, unknown>;
}

export const pageOf = ({ results = [RESULT], total = 251, records = {} }: Made = {}): string => {
  const search = {
    results,
    pagination: { nbResultsPerPage: 25, nbResultsTotal: total },
    searchMeta: { dates: { checkin: '2030-06-11', checkout: '2030-06-14' } },
  };
  const store = { ...records, ROOT_QUERY: { searchQueries: { 'search({"input":{}})': search } } };
  return `<!doctype html><title>x</title><script>b_action: "searchresults"</script>
<script data-capla-namespace="n" data-capla-store-data="apollo" type="application/json">${JSON.stringify(store)}</script>`;
};

export const LINK =
  '/hotel/gb/elm-house.en-gb.html?checkin=2030-06-12&amp;checkout=2030-06-15&amp;all_sr_blocks=815701_4_2_0_0';
export const card = (prices: string, address = 'address-text'): string => `<div data-testid="property-card"><div>
<a href="${LINK}" data-testid="property-card-desktop-single-image"><img src="https://cf.bstatic.com/elm.webp?k=b"></a>
<h3><a href="${LINK}" data-testid="title-link"><div data-testid="title">Elm &amp; House</div><div>Opens in new window</div></a></h3>
<div data-testid="rating-stars"><span><svg></svg></span><span><svg></svg></span><span><svg></svg></span></div>
<span data-testid="${address}">Old Town</span><span data-testid="distance">300 m from centre</span>
<div data-testid="review-score"><div>Scored 8.9 </div><div aria-hidden="true">8.9</div><div><div>Excellent </div><div>1,041 reviews</div></div></div>
<a data-testid="secondary-review-score-link"><span>Comfort 8.4</span></a>
<div data-testid="recommended-units"><h4>Two-Bedroom House</h4><ul><li><div><span><div data-testid="property-card-unit-configuration">2 bedrooms</div></span><div>4 beds (2 twins, 2 fulls)</div></div></li></ul>
<span data-testid="cancellation-policy-icon"></span><strong>Free cancellation</strong></div>
<div data-testid="availability-rate-information">${prices}</div></div></div>`;
export const NIGHT =
  '<div><div>Per night</div><span data-testid="price-and-discounted-price" aria-hidden="true">$374</span></div>';
export const TOTAL = `${NIGHT}<span><div><span aria-hidden="true">$1,900</span><div><span data-testid="price-and-discounted-price" aria-hidden="true">$1,496</span></div></div></span>
<div>Original price $1,900. Current price $1,496.</div><div data-testid="taxes-and-charges">+$25 taxes and fees</div>`;
export const HEAD = '<button data-testid="header-currency-picker-trigger" type="button"><span>CAD</span></button>';
