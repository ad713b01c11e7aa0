# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of realtya."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field
from typing_extensions import Required, TypedDict, Unpack

from .._callers import AsyncCaller, Caller
from .._model import Model, Result
from .._operation import Names, Operation
from .._pending import AsyncPendingRequest, PendingRequest
from .common import RequestMetadata


class RealtyaListingPrice(TypedDict, total=False):
    min: float
    """Minimum."""
    max: float
    """Maximum."""


class RealtyaListingMonthlyPayment(TypedDict, total=False):
    min: float
    """Minimum."""
    max: float
    """Maximum."""
    interest_rate: float
    """Mortgage interest rate, percent."""
    insurance_rate: float
    """Home insurance rate, percent."""
    down_payment_percent: float
    """Down payment, percent of the price."""
    down_payment_amount: float
    """Down payment, amount."""
    mortgage_term: Literal[
        "fixed15Years", "fixed20Years", "fixed30Years", "fixed30YearsFha", "fixed30YearsVa",
        "fixed30YearsJumbo",
    ]
    """Mortgage term."""


class RealtyaListingCostPricePerSqft(TypedDict, total=False):
    min: float
    """Minimum. The site offers 50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1400, 1800, 2200, 2600,
    3000.
    """
    max: float
    """Maximum. The site offers 50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1400, 1800, 2200, 2600,
    3000.
    """


class RealtyaListingCost(TypedDict, total=False):
    hoa: float
    """Maximum monthly association fee."""
    price_per_sqft: RealtyaListingCostPricePerSqft
    exclude_land_leases: bool
    """Exclude listings with a land lease."""
    max_property_tax_per_year: float
    """Maximum property tax per year."""
    accepted_financing: Literal["FHA", "VA"]
    """Financing accepted."""
    price_reduced: Literal[
        "inTheLastDay", "inTheLast3Days", "inTheLast7Days", "inTheLast14Days", "inTheLast30Days",
        "moreThan30Days", "moreThan60Days", "moreThan120Days",
    ]
    """When the price was reduced."""


class RealtyaListingBeds(TypedDict, total=False):
    min: float
    """Minimum."""
    max: float
    """Maximum."""


class RealtyaListingForSaleSquareFeet(TypedDict, total=False):
    min: Literal[
        "750", "1000", "1100", "1200", "1300", "1400", "1500", "1600", "1700", "1800", "1900", "2000", "2250",
        "2500", "2750", "3000", "4000", "5000", "7500", "10000",
    ]
    """Minimum."""
    max: Literal[
        "750", "1000", "1100", "1200", "1300", "1400", "1500", "1600", "1700", "1800", "1900", "2000", "2250",
        "2500", "2750", "3000", "4000", "5000", "7500", "10000",
    ]
    """Maximum."""


class RealtyaListingForRentSquareFootage(TypedDict, total=False):
    min: float
    """Minimum."""
    max: float
    """Maximum."""


class RealtyaListingLotSize(TypedDict, total=False):
    min: Literal[
        "2000 sqft", "4500 sqft", "6500 sqft", "8000 sqft", "9500 sqft", "0.25 acres", "0.5 acres", "1 acres",
        "2 acres", "3 acres", "4 acres", "5 acres", "10 acres", "20 acres", "40 acres", "100 acres",
    ]
    """Minimum."""
    max: Literal[
        "2000 sqft", "4500 sqft", "6500 sqft", "8000 sqft", "9500 sqft", "0.25 acres", "0.5 acres", "1 acres",
        "2 acres", "3 acres", "4 acres", "5 acres", "10 acres", "20 acres", "40 acres", "100 acres",
    ]
    """Maximum."""


class RealtyaListingStories(TypedDict, total=False):
    min: Literal["1", "2", "3", "4", "5", "10", "15", "20"]
    """Minimum."""
    max: Literal["1", "2", "3", "4", "5", "10", "15", "20"]
    """Maximum."""


class RealtyaListingYearBuilt(TypedDict, total=False):
    min: Literal[
        "2026", "2025", "2024", "2023", "2022", "2021", "2020", "2019", "2018", "2017", "2016", "2015",
        "2010", "2005", "2000", "1990", "1980", "1970", "1960", "1950", "1940", "1920", "1900",
    ]
    """Minimum."""
    max: Literal[
        "2026", "2025", "2024", "2023", "2022", "2021", "2020", "2019", "2018", "2017", "2016", "2015",
        "2010", "2005", "2000", "1990", "1980", "1970", "1960", "1950", "1940", "1920", "1900",
    ]
    """Maximum."""


class RealtyaListingHomeFeatures(TypedDict, total=False):
    options: Sequence[Literal[
        "airConditioning", "waterfront", "hasAView", "fireplace", "fixerUpper", "guestHouse", "elevator",
        "washerDryerHookup", "petsAllowed", "primaryBedroomOnMainFloor", "rvparking", "greenHome",
        "accessibleHome", "includeOutdoorParking",
    ]]
    """Features."""
    garage_spots_min: Literal["1", "2", "3", "4", "5"]
    """Minimum garage spots."""
    pool_type: Literal["privatePool", "communityPool", "privateOrCommunityPool", "noPrivatePool"]
    """Pool."""
    basement: Literal["finished", "unfinished"]
    """Basement."""
    keyword_search: str
    """Words in the description."""


class RealtyaListingListingType(TypedDict, total=False):
    category: Sequence[Literal["byAgent", "byOwnerFsbo", "newConstruction", "foreclosures"]]
    """Seller."""
    exclude_short_sales: bool
    """Exclude short sales."""
    site_listings_only: bool
    """Only listings of the site's own agents."""


class RealtyaListingOpenHouseAndTour(TypedDict, total=False):
    open_house: Literal["thisWeekend", "anytime"]
    """Open house."""
    video_tour: bool
    """With a video tour."""


class RealtyaListingSchools(TypedDict, total=False):
    great_school_rating: float
    """Minimum rating."""
    school_type: Sequence[Literal["elementary", "middle", "high"]]
    """Kinds of school."""
    include_unrated_schools: bool
    """Include schools without a rating."""


class RealtyaListingTransportScores(TypedDict, total=False):
    walk_score: float
    """Walking."""
    transit_score: float
    """Public transport."""
    bike_score: float
    """Cycling."""


class RealtyaListingWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class RealtyaListingParams(TypedDict, total=False):
    """Parameters of realtya-listing."""
    keyword: Required[str]
    """Zip code, city, neighbourhood, school, school district, building or full street address."""
    type: Literal["forSale", "forRent", "sold"]
    """Kind of offer. Default: "forSale"."""
    sort: Literal[
        "recommended", "newest", "oldest", "priceLowToHigh", "priceHighToLow", "minSquareFeet",
        "maxSquareFeet", "bedrooms", "bathrooms", "lotSize", "squareFeetPrice", "mostRecentlySold",
    ]
    """Order of the results."""
    price: RealtyaListingPrice
    monthly_payment: RealtyaListingMonthlyPayment
    cost: RealtyaListingCost
    beds: RealtyaListingBeds
    baths: Literal["one", "oneAndHalf", "two", "twoAndHalf", "three", "four"]
    """Minimum bathrooms."""
    home_types: Sequence[Literal[
        "house", "townhouse", "townhome", "condo", "land", "multiFamily", "mobile", "coOp", "other",
        "apartment",
    ]]
    """Kinds of home; the valid ones depend on type."""
    for_sale_square_feet: RealtyaListingForSaleSquareFeet
    for_rent_square_footage: RealtyaListingForRentSquareFootage
    lot_size: RealtyaListingLotSize
    stories: RealtyaListingStories
    year_built: RealtyaListingYearBuilt
    home_features: RealtyaListingHomeFeatures
    status_options: Sequence[Literal["active", "comingSoon", "contingentPending"]]
    """Status, homes for sale."""
    time_on_site: Literal[
        "newListing", "lessThan3Days", "lessThan7Days", "lessThan14Days", "lessThan30Days", "moreThan7Days",
        "moreThan14Days", "moreThan30Days", "moreThan45Days", "moreThan60Days", "moreThan90Days",
        "moreThan180Days",
    ]
    """Time since the listing appeared."""
    sold_within_option: Literal[
        "lastOneWeek", "lastOneMonth", "lastThreeMonth", "lastSixMonth", "lastYear", "lastTwoYear",
        "lastThreeYear", "lastFiveYear",
    ]
    """Time since the sale (type sold)."""
    listing_type: RealtyaListingListingType
    open_house_and_tour: RealtyaListingOpenHouseAndTour
    schools: RealtyaListingSchools
    transport_scores: RealtyaListingTransportScores
    exclude_55plus_communities: bool
    """Exclude communities for people over 55."""
    move_in_date: str
    """Move-in date, MM/DD/YYYY (rent)."""
    pets: Sequence[Literal["dogsAllowed", "catsAllowed"]]
    """Pets (rent)."""
    rental_amenities: Sequence[Literal[
        "airConditioning", "dishwasher", "inUnitWasherDryer", "parkingAllowed", "utilitiesIncluded",
        "attFiber", "furnished", "laundryFacility", "pool", "washerDryerHookup",
    ]]
    """Amenities (rent)."""
    rental_other_terms: Sequence[Literal[
        "incomeRestricted", "student", "shortTerm", "seniorLiving", "military",
    ]]
    """Other terms (rent)."""
    only_with_deal_or_promotion: bool
    """Only with a deal or promotion (rent)."""
    page: int
    """Results page, from 1. Default: 1."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: RealtyaListingWebhook


REALTYA_LISTING_PRICE_NAMES: Names = {
    "min": "min",
    "max": "max",
}


REALTYA_LISTING_MONTHLY_PAYMENT_NAMES: Names = {
    "min": "min",
    "max": "max",
    "interest_rate": "interestRate",
    "insurance_rate": "insuranceRate",
    "down_payment_percent": "downPaymentPercent",
    "down_payment_amount": "downPaymentAmount",
    "mortgage_term": "mortgageTerm",
}


REALTYA_LISTING_COST_PRICE_PER_SQFT_NAMES: Names = {
    "min": "min",
    "max": "max",
}


REALTYA_LISTING_COST_NAMES: Names = {
    "hoa": "hoa",
    "price_per_sqft": ("pricePerSqft", REALTYA_LISTING_COST_PRICE_PER_SQFT_NAMES),
    "exclude_land_leases": "excludeLandLeases",
    "max_property_tax_per_year": "maxPropertyTaxPerYear",
    "accepted_financing": "acceptedFinancing",
    "price_reduced": "priceReduced",
}


REALTYA_LISTING_BEDS_NAMES: Names = {
    "min": "min",
    "max": "max",
}


REALTYA_LISTING_FOR_SALE_SQUARE_FEET_NAMES: Names = {
    "min": "min",
    "max": "max",
}


REALTYA_LISTING_FOR_RENT_SQUARE_FOOTAGE_NAMES: Names = {
    "min": "min",
    "max": "max",
}


REALTYA_LISTING_LOT_SIZE_NAMES: Names = {
    "min": "min",
    "max": "max",
}


REALTYA_LISTING_STORIES_NAMES: Names = {
    "min": "min",
    "max": "max",
}


REALTYA_LISTING_YEAR_BUILT_NAMES: Names = {
    "min": "min",
    "max": "max",
}


REALTYA_LISTING_HOME_FEATURES_NAMES: Names = {
    "options": "options",
    "garage_spots_min": "garageSpotsMin",
    "pool_type": "poolType",
    "basement": "basement",
    "keyword_search": "keywordSearch",
}


REALTYA_LISTING_LISTING_TYPE_NAMES: Names = {
    "category": "category",
    "exclude_short_sales": "excludeShortSales",
    "site_listings_only": "siteListingsOnly",
}


REALTYA_LISTING_OPEN_HOUSE_AND_TOUR_NAMES: Names = {
    "open_house": "openHouse",
    "video_tour": "videoTour",
}


REALTYA_LISTING_SCHOOLS_NAMES: Names = {
    "great_school_rating": "greatSchoolRating",
    "school_type": "schoolType",
    "include_unrated_schools": "includeUnratedSchools",
}


REALTYA_LISTING_TRANSPORT_SCORES_NAMES: Names = {
    "walk_score": "walkScore",
    "transit_score": "transitScore",
    "bike_score": "bikeScore",
}


REALTYA_LISTING_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


REALTYA_LISTING_PARAMS_NAMES: Names = {
    "keyword": "keyword",
    "type": "type",
    "sort": "sort",
    "price": ("price", REALTYA_LISTING_PRICE_NAMES),
    "monthly_payment": ("monthlyPayment", REALTYA_LISTING_MONTHLY_PAYMENT_NAMES),
    "cost": ("cost", REALTYA_LISTING_COST_NAMES),
    "beds": ("beds", REALTYA_LISTING_BEDS_NAMES),
    "baths": "baths",
    "home_types": "homeTypes",
    "for_sale_square_feet": ("forSaleSquareFeet", REALTYA_LISTING_FOR_SALE_SQUARE_FEET_NAMES),
    "for_rent_square_footage": ("forRentSquareFootage", REALTYA_LISTING_FOR_RENT_SQUARE_FOOTAGE_NAMES),
    "lot_size": ("lotSize", REALTYA_LISTING_LOT_SIZE_NAMES),
    "stories": ("stories", REALTYA_LISTING_STORIES_NAMES),
    "year_built": ("yearBuilt", REALTYA_LISTING_YEAR_BUILT_NAMES),
    "home_features": ("homeFeatures", REALTYA_LISTING_HOME_FEATURES_NAMES),
    "status_options": "statusOptions",
    "time_on_site": "timeOnSite",
    "sold_within_option": "soldWithinOption",
    "listing_type": ("listingType", REALTYA_LISTING_LISTING_TYPE_NAMES),
    "open_house_and_tour": ("openHouseAndTour", REALTYA_LISTING_OPEN_HOUSE_AND_TOUR_NAMES),
    "schools": ("schools", REALTYA_LISTING_SCHOOLS_NAMES),
    "transport_scores": ("transportScores", REALTYA_LISTING_TRANSPORT_SCORES_NAMES),
    "exclude_55plus_communities": "exclude55PlusCommunities",
    "move_in_date": "moveInDate",
    "pets": "pets",
    "rental_amenities": "rentalAmenities",
    "rental_other_terms": "rentalOtherTerms",
    "only_with_deal_or_promotion": "onlyWithDealOrPromotion",
    "page": "page",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", REALTYA_LISTING_WEBHOOK_NAMES),
}


class RealtyaListingSearchInformation(Model):
    total_results: int | None = Field(default=None, alias="totalResults")


class RealtyaListingPropertyAddress(Model):
    street: str | None = Field(default=None)
    city: str | None = Field(default=None)
    state: str | None = Field(default=None)
    zipcode: str | None = Field(default=None)


class RealtyaListingPropertyPrice(Model):
    min: int | float | None = Field(default=None)
    max: int | float | None = Field(default=None)


class RealtyaListingProperty(Model):
    id: int | str
    url: str
    status: str | None = Field(default=None)
    address_raw: str | None = Field(default=None, alias="addressRaw")
    address: RealtyaListingPropertyAddress | None = Field(default=None)
    latitude: int | float | None = Field(default=None)
    longitude: int | float | None = Field(default=None)
    price: int | float | RealtyaListingPropertyPrice | None = Field(default=None)
    beds: int | float | RealtyaListingPropertyPrice | None = Field(default=None)
    baths: int | float | RealtyaListingPropertyPrice | None = Field(default=None)
    area: int | float | RealtyaListingPropertyPrice | None = Field(default=None)
    photos: list[str] | None = Field(default=None)
    mls_id: str | None = Field(default=None, alias="mlsId")
    home_type: str | None = Field(default=None, alias="homeType")
    description: str | None = Field(default=None)
    property_name: str | None = Field(default=None, alias="propertyName")
    agent_email: str | None = Field(default=None, alias="agentEmail")
    agent_phone: str | None = Field(default=None, alias="agentPhone")
    sold_date: str | None = Field(default=None, alias="soldDate")
    year_built: int | float | None = Field(default=None, alias="yearBuilt")
    days_on_site: int | float | None = Field(default=None, alias="daysOnSite")
    available_units: int | float | None = Field(default=None, alias="availableUnits")
    lot_size: Any = Field(default=None, alias="lotSize")
    hoa: Any = Field(default=None)
    at_aglance_facts: Any = Field(default=None, alias="atAGlanceFacts")
    open_house_schedule: Any = Field(default=None, alias="openHouseSchedule")


class RealtyaListingProperty2AgentInfo(Model):
    agent_name: str | None = Field(default=None, alias="agentName")
    agent_phone_number: str | None = Field(default=None, alias="agentPhoneNumber")
    broker_name: str | None = Field(default=None, alias="brokerName")
    broker_phone_number: str | None = Field(default=None, alias="brokerPhoneNumber")


class RealtyaListingProperty2ViewsActivity(Model):
    views: int | float | None = Field(default=None)
    favorites: int | float | None = Field(default=None)


class RealtyaListingProperty2Geo(Model):
    latitude: int | float | None = Field(default=None)
    longitude: int | float | None = Field(default=None)


class RealtyaListingProperty2(Model):
    id: int | str
    url: str
    status: str | None = Field(default=None)
    address_raw: str | None = Field(default=None, alias="addressRaw")
    address: RealtyaListingPropertyAddress | None = Field(default=None)
    latitude: int | float | None = Field(default=None)
    longitude: int | float | None = Field(default=None)
    price: int | float | RealtyaListingPropertyPrice | None = Field(default=None)
    beds: int | float | RealtyaListingPropertyPrice | None = Field(default=None)
    baths: int | float | RealtyaListingPropertyPrice | None = Field(default=None)
    area: int | float | RealtyaListingPropertyPrice | None = Field(default=None)
    photos: list[str] | None = Field(default=None)
    mls_id: str | None = Field(default=None, alias="mlsId")
    home_type: str | None = Field(default=None, alias="homeType")
    description: str | None = Field(default=None)
    property_name: str | None = Field(default=None, alias="propertyName")
    agent_email: str | None = Field(default=None, alias="agentEmail")
    agent_phone: str | None = Field(default=None, alias="agentPhone")
    sold_date: str | None = Field(default=None, alias="soldDate")
    year_built: int | float | None = Field(default=None, alias="yearBuilt")
    days_on_site: int | float | None = Field(default=None, alias="daysOnSite")
    available_units: int | float | None = Field(default=None, alias="availableUnits")
    lot_size: Any = Field(default=None, alias="lotSize")
    hoa: Any = Field(default=None)
    at_aglance_facts: Any = Field(default=None, alias="atAGlanceFacts")
    open_house_schedule: Any = Field(default=None, alias="openHouseSchedule")
    property_details: Any = Field(default=None, alias="propertyDetails")
    floor_plans: Any = Field(default=None, alias="floorPlans")
    schools: Any = Field(default=None)
    nearby: Any = Field(default=None)
    agent_info: RealtyaListingProperty2AgentInfo | None = Field(default=None, alias="agentInfo")
    views_activity: RealtyaListingProperty2ViewsActivity | None = Field(default=None, alias="viewsActivity")
    updated_at: str | None = Field(default=None, alias="updatedAt")
    geo: RealtyaListingProperty2Geo | None = Field(default=None)
    price_history: Any = Field(default=None, alias="priceHistory")
    tax_history: Any = Field(default=None, alias="taxHistory")
    site_estimate: Any = Field(default=None, alias="siteEstimate")


class RealtyaListingPagination(Model):
    current_page: int | None = Field(default=None, alias="currentPage")
    next_page: str | None = Field(default=None, alias="nextPage")
    other_pages: dict[str, str] | None = Field(default=None, alias="otherPages")


class RealtyaListingResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    search_information: RealtyaListingSearchInformation | None = Field(default=None, alias="searchInformation")
    properties: list[RealtyaListingProperty] | None = Field(default=None)
    property: RealtyaListingProperty2 | None = Field(default=None)
    pagination: RealtyaListingPagination | None = Field(default=None)


REALTYA_LISTING: Operation[RealtyaListingResult] = Operation(
    id="realtya-listing",
    method="GET",
    path="/scrape/realtya/listing",
    names=REALTYA_LISTING_PARAMS_NAMES,
    result=RealtyaListingResult,
    is_keyed=False,
)


class Realtya:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def listing(self, **params: Unpack[RealtyaListingParams]) -> RealtyaListingResult:
        """Real-estate listings of the first site.

        Costs 5 credits; only a success is charged.

        Rules:
        - price.max must be at least price.min.
        - monthlyPayment.max must be at least monthlyPayment.min.
        - cost.pricePerSqft.max must be at least cost.pricePerSqft.min.
        - beds.max must be at least beds.min.
        - forSaleSquareFeet.max must be at least forSaleSquareFeet.min.
        - forRentSquareFootage.max must be at least forRentSquareFootage.min.
        - stories.max must be at least stories.min.
        - yearBuilt.max must be at least yearBuilt.min.

        Parameters:
        - keyword (required): Zip code, city, neighbourhood, school, school district, building or full street
          address.
        - type: Kind of offer. Default: "forSale".
        - sort: Order of the results.
        - price
        - monthly_payment
        - cost
        - beds
        - baths: Minimum bathrooms.
        - home_types: Kinds of home; the valid ones depend on type.
        - for_sale_square_feet
        - for_rent_square_footage
        - lot_size
        - stories
        - year_built
        - home_features
        - status_options: Status, homes for sale.
        - time_on_site: Time since the listing appeared.
        - sold_within_option: Time since the sale (type sold).
        - listing_type
        - open_house_and_tour
        - schools
        - transport_scores
        - exclude_55plus_communities: Exclude communities for people over 55.
        - move_in_date: Move-in date, MM/DD/YYYY (rent).
        - pets: Pets (rent).
        - rental_amenities: Amenities (rent).
        - rental_other_terms: Other terms (rent).
        - only_with_deal_or_promotion: Only with a deal or promotion (rent).
        - page: Results page, from 1. Default: 1.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(REALTYA_LISTING, params)

    def submit_listing(self, **params: Unpack[RealtyaListingParams]) -> PendingRequest[RealtyaListingResult]:
        """Real-estate listings of the first site.

        Returns at once; the pending request has the result later.

        See Realtya.listing.
        """
        return self._caller.submit(REALTYA_LISTING, params)


class AsyncRealtya:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def listing(self, **params: Unpack[RealtyaListingParams]) -> RealtyaListingResult:
        """Real-estate listings of the first site.

        See Realtya.listing.
        """
        return await self._caller.call(REALTYA_LISTING, params)

    async def submit_listing(
        self, **params: Unpack[RealtyaListingParams],
    ) -> AsyncPendingRequest[RealtyaListingResult]:
        """Real-estate listings of the first site.

        Returns at once; the pending request has the result later.

        See Realtya.listing.
        """
        return await self._caller.submit(REALTYA_LISTING, params)
