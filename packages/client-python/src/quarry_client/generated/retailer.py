# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of retailer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypedDict, Unpack

from .._callers import AsyncCaller, Caller
from .._model import Model, Result
from .._operation import Names, Operation
from .._pending import AsyncPendingRequest, PendingRequest
from .common import RequestMetadata


class RetailerSearchWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class RetailerSearchParams(TypedDict, total=False):
    """Parameters of retailer-search."""
    q: str
    """Search text. Required unless catId or url is given."""
    cat_id: str
    """Category id, numbers joined with underscores. Without q, it lists the category."""
    domain: Literal["walmart.com", "walmart.ca", "walmart.com.mx"]
    """Storefront; each has its own catalogue, prices and currency. The .com.mx one is untested. Default:
    "walmart.com".
    """
    language: Any
    """Language tag, such as en or fr-CA. An unsupported one falls back to the storefront's default. Default:
    "en".
    """
    sort: Literal["bestMatch", "priceLowToHigh", "priceHighToLow", "bestseller", "highlyRated", "newArrivals"]
    """Order of the results. Default: "bestMatch"."""
    url: str
    """Full search or category URL; overrides the other parameters, which are then not even checked."""
    page: int
    """Results page, from 1. Default: 1."""
    min_price: float
    """Minimum price in the storefront's currency."""
    max_price: float
    """Maximum price."""
    delivery_type: Literal["shipping", "pickup"]
    """Only products with this fulfilment."""
    facet: str
    """Filters as name:value, several joined with ||; the response lists valid ones in facets."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: RetailerSearchWebhook


class RetailerProductWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class RetailerProductParams(TypedDict, total=False):
    """Parameters of retailer-product."""
    item_id: str
    """Item id, numeric or alphanumeric. Required unless url is given."""
    url: str
    """Full product URL; overrides itemId and domain."""
    domain: Literal["walmart.com", "walmart.ca", "walmart.com.mx"]
    """Storefront; each has its own catalogue, prices and currency. The .com.mx one is untested. Default:
    "walmart.com".
    """
    language: Any
    """Language tag, such as en or fr-CA. An unsupported one falls back to the storefront's default. Default:
    "en".
    """
    other_offers: bool
    """Also collect the offers of other sellers. Default: False."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: RetailerProductWebhook


RETAILER_SEARCH_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


RETAILER_SEARCH_PARAMS_NAMES: Names = {
    "q": "q",
    "cat_id": "catId",
    "domain": "domain",
    "language": "language",
    "sort": "sort",
    "url": "url",
    "page": "page",
    "min_price": "minPrice",
    "max_price": "maxPrice",
    "delivery_type": "deliveryType",
    "facet": "facet",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", RETAILER_SEARCH_WEBHOOK_NAMES),
}


RETAILER_PRODUCT_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


RETAILER_PRODUCT_PARAMS_NAMES: Names = {
    "item_id": "itemId",
    "url": "url",
    "domain": "domain",
    "language": "language",
    "other_offers": "otherOffers",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", RETAILER_PRODUCT_WEBHOOK_NAMES),
}


class RetailerSearchSearchInformation(Model):
    query: str | None = Field(default=None)
    total_results_display: str | None = Field(default=None, alias="totalResultsDisplay")
    store_id: str | None = Field(default=None, alias="storeId")


class RetailerSearchProductPrice(Model):
    current_price_display: str | None = Field(default=None, alias="currentPriceDisplay")
    before_price_display: str | None = Field(default=None, alias="beforePriceDisplay")
    price_range_display: str | None = Field(default=None, alias="priceRangeDisplay")
    currency: str | None = Field(default=None)
    current_price: int | float | None = Field(default=None, alias="currentPrice")
    before_price: int | float | None = Field(default=None, alias="beforePrice")
    unit_price: Any = Field(default=None, alias="unitPrice")


class RetailerSearchProductReviews(Model):
    rating: int | float | None = Field(default=None)
    total_reviews: int | None = Field(default=None, alias="totalReviews")


class RetailerSearchProductFulfillment(Model):
    type: str | None = Field(default=None)
    message: str | None = Field(default=None)
    delivery_date: str | None = Field(default=None, alias="deliveryDate")


class RetailerSearchProductResult(Model):
    position: int
    id: str
    title: str
    url: str | None = Field(default=None)
    brand: str | None = Field(default=None)
    category_path_id: str | None = Field(default=None, alias="categoryPathId")
    image: str | None = Field(default=None)
    availability: str | None = Field(default=None)
    is_sponsored: bool | None = Field(default=None, alias="isSponsored")
    badges: list[str] | None = Field(default=None)
    member_savings: bool | None = Field(default=None, alias="memberSavings")
    price: RetailerSearchProductPrice | None = Field(default=None)
    reviews: RetailerSearchProductReviews | None = Field(default=None)
    seller: Any = Field(default=None)
    fulfillment: RetailerSearchProductFulfillment | None = Field(default=None)


class RetailerSearchRelatedResult(Model):
    title: str | None = Field(default=None)
    products: list[RetailerSearchProductResult]


class RetailerSearchFacetValue(Model):
    name: str | None = Field(default=None)
    value: str | None = Field(default=None)
    count: int | None = Field(default=None)


class RetailerSearchFacet(Model):
    name: str | None = Field(default=None)
    values: list[RetailerSearchFacetValue] | None = Field(default=None)
    min: int | float | None = Field(default=None)
    max: int | float | None = Field(default=None)


class RetailerSearchPagination(Model):
    current_page: int | float | None = Field(default=None, alias="currentPage")
    total_pages: int | float | None = Field(default=None, alias="totalPages")
    total_results: int | float | None = Field(default=None, alias="totalResults")
    next_page: int | float | None = Field(default=None, alias="nextPage")
    results_per_page: int | float | None = Field(default=None, alias="resultsPerPage")


class RetailerSearchResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    search_information: RetailerSearchSearchInformation | None = Field(default=None, alias="searchInformation")
    product_results: list[RetailerSearchProductResult] = Field(alias="productResults")
    related_results: list[RetailerSearchRelatedResult] | None = Field(default=None, alias="relatedResults")
    facets: list[RetailerSearchFacet] | None = Field(default=None)
    pagination: RetailerSearchPagination | None = Field(default=None)


class RetailerProductProductSeller(Model):
    name: str | None = Field(default=None)
    id: str | None = Field(default=None)
    return_policy: str | None = Field(default=None, alias="returnPolicy")
    url: str | None = Field(default=None)
    rating: int | float | None = Field(default=None)


class RetailerProductProductReviews(Model):
    total_reviews: int | float | None = Field(default=None, alias="totalReviews")
    rating: int | float | None = Field(default=None)
    five_stars: int | float | None = Field(default=None, alias="fiveStars")
    four_stars: int | float | None = Field(default=None, alias="fourStars")
    three_stars: int | float | None = Field(default=None, alias="threeStars")
    two_stars: int | float | None = Field(default=None, alias="twoStars")
    one_star: int | float | None = Field(default=None, alias="oneStar")


class RetailerProductProductSpecification(Model):
    name: str | None = Field(default=None)
    value: str | None = Field(default=None)


class RetailerProductProductOtherOffersOffer(Model):
    seller_name: str | None = Field(default=None, alias="sellerName")
    seller_url: str | None = Field(default=None, alias="sellerUrl")
    condition: str | None = Field(default=None)
    delivery_date: str | None = Field(default=None, alias="deliveryDate")
    return_policy: str | None = Field(default=None, alias="returnPolicy")
    availability: str | None = Field(default=None)
    price: Any = Field(default=None)
    shipping_cost: Any = Field(default=None, alias="shippingCost")


class RetailerProductProductOtherOffers(Model):
    total_offers: int | None = Field(default=None, alias="totalOffers")
    lowest_price: int | float | None = Field(default=None, alias="lowestPrice")
    offers: list[RetailerProductProductOtherOffersOffer] | None = Field(default=None)


class RetailerProductProduct(Model):
    item_id: str = Field(alias="itemId")
    title: str
    url: str | None = Field(default=None)
    brand: str | None = Field(default=None)
    brand_url: str | None = Field(default=None, alias="brandUrl")
    type: str | None = Field(default=None)
    model: str | None = Field(default=None)
    upc: str | None = Field(default=None)
    condition: str | None = Field(default=None)
    availability: str | None = Field(default=None)
    badges: list[str] | None = Field(default=None)
    price: RetailerSearchProductPrice | None = Field(default=None)
    seller: RetailerProductProductSeller | None = Field(default=None)
    reviews: RetailerProductProductReviews | None = Field(default=None)
    images: list[str] | None = Field(default=None)
    category_path: Any = Field(default=None, alias="categoryPath")
    category_path_id: str | None = Field(default=None, alias="categoryPathId")
    highlights: Any = Field(default=None)
    specifications: list[RetailerProductProductSpecification] | None = Field(default=None)
    key_item_features: list[str] | None = Field(default=None, alias="keyItemFeatures")
    product_details: str | None = Field(default=None, alias="productDetails")
    variants: Any = Field(default=None)
    fulfillment: RetailerSearchProductFulfillment | None = Field(default=None)
    other_offers: RetailerProductProductOtherOffers | None = Field(default=None, alias="otherOffers")


class RetailerProductResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    product: RetailerProductProduct


RETAILER_SEARCH: Operation[RetailerSearchResult] = Operation(
    id="retailer-search",
    method="GET",
    path="/scrape/retailer/search",
    names=RETAILER_SEARCH_PARAMS_NAMES,
    result=RetailerSearchResult,
    is_keyed=False,
)


RETAILER_PRODUCT: Operation[RetailerProductResult] = Operation(
    id="retailer-product",
    method="GET",
    path="/scrape/retailer/product",
    names=RETAILER_PRODUCT_PARAMS_NAMES,
    result=RetailerProductResult,
    is_keyed=False,
)


class Retailer:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def search(self, **params: Unpack[RetailerSearchParams]) -> RetailerSearchResult:
        """Products of a search or category.

        Costs 10 credits; only a success is charged.

        Rules:
        - One of q, catId is required.
        - url must be a URL on walmart.com, www.walmart.com, walmart.ca, www.walmart.ca, walmart.com.mx,
          www.walmart.com.mx.
        - maxPrice must be at least minPrice.

        Parameters:
        - q: Search text. Required unless catId or url is given.
        - cat_id: Category id, numbers joined with underscores. Without q, it lists the category.
        - domain: Storefront; each has its own catalogue, prices and currency. The .com.mx one is untested.
          Default: "walmart.com".
        - language: Language tag, such as en or fr-CA. An unsupported one falls back to the storefront's
          default. Default: "en".
        - sort: Order of the results. Default: "bestMatch".
        - url: Full search or category URL; overrides the other parameters, which are then not even checked.
        - page: Results page, from 1. Default: 1.
        - min_price: Minimum price in the storefront's currency.
        - max_price: Maximum price.
        - delivery_type: Only products with this fulfilment.
        - facet: Filters as name:value, several joined with ||; the response lists valid ones in facets.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(RETAILER_SEARCH, params)

    def submit_search(self, **params: Unpack[RetailerSearchParams]) -> PendingRequest[RetailerSearchResult]:
        """Products of a search or category.

        Returns at once; the pending request has the result later.

        See Retailer.search.
        """
        return self._caller.submit(RETAILER_SEARCH, params)

    def product(self, **params: Unpack[RetailerProductParams]) -> RetailerProductResult:
        """One product.

        Costs 10 credits (otherOffers is false); 15 credits (otherOffers is true, whether or not other sellers
        exist); only a success is charged.

        Rules:
        - One of itemId, url is required.
        - url must be a URL on walmart.com, www.walmart.com, walmart.ca, www.walmart.ca, walmart.com.mx,
          www.walmart.com.mx.

        Parameters:
        - item_id: Item id, numeric or alphanumeric. Required unless url is given.
        - url: Full product URL; overrides itemId and domain.
        - domain: Storefront; each has its own catalogue, prices and currency. The .com.mx one is untested.
          Default: "walmart.com".
        - language: Language tag, such as en or fr-CA. An unsupported one falls back to the storefront's
          default. Default: "en".
        - other_offers: Also collect the offers of other sellers. Default: False.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(RETAILER_PRODUCT, params)

    def submit_product(
        self, **params: Unpack[RetailerProductParams],
    ) -> PendingRequest[RetailerProductResult]:
        """One product.

        Returns at once; the pending request has the result later.

        See Retailer.product.
        """
        return self._caller.submit(RETAILER_PRODUCT, params)


class AsyncRetailer:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def search(self, **params: Unpack[RetailerSearchParams]) -> RetailerSearchResult:
        """Products of a search or category.

        See Retailer.search.
        """
        return await self._caller.call(RETAILER_SEARCH, params)

    async def submit_search(
        self, **params: Unpack[RetailerSearchParams],
    ) -> AsyncPendingRequest[RetailerSearchResult]:
        """Products of a search or category.

        Returns at once; the pending request has the result later.

        See Retailer.search.
        """
        return await self._caller.submit(RETAILER_SEARCH, params)

    async def product(self, **params: Unpack[RetailerProductParams]) -> RetailerProductResult:
        """One product.

        See Retailer.product.
        """
        return await self._caller.call(RETAILER_PRODUCT, params)

    async def submit_product(
        self, **params: Unpack[RetailerProductParams],
    ) -> AsyncPendingRequest[RetailerProductResult]:
        """One product.

        Returns at once; the pending request has the result later.

        See Retailer.product.
        """
        return await self._caller.submit(RETAILER_PRODUCT, params)
