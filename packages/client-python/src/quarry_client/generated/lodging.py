# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of lodging."""

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


class LodgingSearchPrice(TypedDict, total=False):
    min: float
    """Lowest price. Required when price[max] is omitted."""
    max: float
    """Highest price, greater than price[min]. Required when price[min] is omitted."""


class LodgingSearchWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class LodgingSearchParams(TypedDict, total=False):
    """Parameters of lodging-search."""
    keyword: Required[str]
    """Destination: a city, region, neighbourhood or property."""
    sort: Literal[
        "ourTopPicks", "homesAndApartmentsFirst", "priceLowestFirst", "priceHighestFirst",
        "bestReviewedAndLowestPrice", "ratingHighToLow", "ratingLowToHigh", "ratingAndPrice",
        "distanceFromDowntown", "topReviewed",
    ]
    """Order of the results."""
    check_in_date: Required[str]
    """First day, YYYY-MM-DD, in the future (UTC)."""
    check_out_date: Required[str]
    """Last day, YYYY-MM-DD, later than checkInDate."""
    rooms: Required[int]
    """Rooms."""
    adults: Required[int]
    """Adults across all rooms."""
    children: Required[int]
    """Children across all rooms; 0 when none."""
    children_ages: str
    """Ages of the children, separated by commas, each 0 to 17. Required when children > 0."""
    price: LodgingSearchPrice
    bedrooms: int
    """Minimum bedrooms."""
    bathrooms: int
    """Minimum bathrooms."""
    property_type: Sequence[Literal[
        "hostels", "bedAndBreakfast", "hotels", "apartments", "resorts", "guesthouses", "homestays",
        "entireHomesAndApartments",
    ]]
    """Kinds of property."""
    rating: Sequence[Literal["oneStar", "twoStars", "threeStars", "fourStars", "fiveStars"]]
    """Stars."""
    review_score: Sequence[Literal["wonderful", "veryGood", "good", "pleasant"]]
    """Review scores."""
    distance_from_center: Sequence[Literal["lessThan1Km", "lessThan3Km", "lessThan5Km"]]
    """Distance from the centre."""
    property_accessibility: Sequence[Literal[
        "auditoryGuidance", "toiletWithGrabRails", "visualAidsTactileSigns", "visualAidsBraille",
        "bathroomEmergencyCord", "raisedToilet", "loweredSink",
    ]]
    """Accessibility of the property."""
    meals: Sequence[Literal["breakfastIncluded", "kitchenFacilities"]]
    """Meals."""
    facilities: Sequence[Literal[
        "swimmingPool", "parking", "spa", "freeWifi", "hotTubJacuzzi", "airportShuttle", "fitnessCenter",
        "restaurant", "nonSmokingRooms", "frontDesk24Hour", "electricVehicleChargingStation",
        "wheelchairAccessible", "roomService",
    ]]
    """Facilities of the property."""
    room_facilities: Sequence[Literal[
        "privateBathroom", "balcony", "seaView", "kitchenKitchenette", "airConditioning", "bathtub", "hotTub",
        "view", "spaTub", "upperFloorsAccessibleByElevator", "microwave", "refrigerator", "coffeeMachine",
        "electricKettle", "heating", "towels", "toilet", "mountainView", "flatScreenTv", "tv",
        "coffeeTeaMaker", "hairdryer", "toiletPaper", "shower", "linens",
    ]]
    """Facilities of the room."""
    room_accessibility: Sequence[Literal[
        "upperFloorsAccessibleByElevator", "entireUnitLocatedOnGroundFloor", "walkInShower",
        "entireUnitWheelchairAccessible", "adaptedBath", "rollInShower", "showerChair",
        "emergencyCordInBathroom", "toiletWithGrabRails", "raisedToilet", "lowerSink",
    ]]
    """Accessibility of the room."""
    bed_preference: Sequence[Literal["twinBeds", "doubleBed"]]
    """Beds."""
    reservation_policy: Sequence[Literal["freeCancellation", "noPrepayment"]]
    """Reservation policy."""
    travel_group: Sequence[Literal["adultsOnly", "petFriendly"]]
    """Travel group."""
    online_payment: Sequence[Literal["acceptsOnlinePayments"]]
    """Online payment."""
    language: Any
    """Language of the results, such as en-us or de."""
    currency: Any
    """Currency of the prices, ISO 4217; hotelCurrency: each property's own."""
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
    webhook: LodgingSearchWebhook


class LodgingPlaceWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class LodgingPlaceParams(TypedDict, total=False):
    """Parameters of lodging-place."""
    url: Required[str]
    """Full URL of the property, on the bare or www host of the site."""
    check_in_date: Required[str]
    """First day, YYYY-MM-DD, in the future (UTC)."""
    check_out_date: Required[str]
    """Last day, YYYY-MM-DD, later than checkInDate."""
    rooms: Required[int]
    """Rooms."""
    adults: Required[int]
    """Adults across all rooms."""
    children: Required[int]
    """Children across all rooms; 0 when none."""
    children_ages: str
    """Ages of the children, separated by commas, each 0 to 17. Required when children > 0."""
    language: Any
    """Language of the results, such as en-us or de."""
    currency: Any
    """Currency of the prices, ISO 4217; hotelCurrency: each property's own."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: LodgingPlaceWebhook


LODGING_SEARCH_PRICE_NAMES: Names = {
    "min": "min",
    "max": "max",
}


LODGING_SEARCH_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


LODGING_SEARCH_PARAMS_NAMES: Names = {
    "keyword": "keyword",
    "sort": "sort",
    "check_in_date": "checkInDate",
    "check_out_date": "checkOutDate",
    "rooms": "rooms",
    "adults": "adults",
    "children": "children",
    "children_ages": "childrenAges",
    "price": ("price", LODGING_SEARCH_PRICE_NAMES),
    "bedrooms": "bedrooms",
    "bathrooms": "bathrooms",
    "property_type": "propertyType",
    "rating": "rating",
    "review_score": "reviewScore",
    "distance_from_center": "distanceFromCenter",
    "property_accessibility": "propertyAccessibility",
    "meals": "meals",
    "facilities": "facilities",
    "room_facilities": "roomFacilities",
    "room_accessibility": "roomAccessibility",
    "bed_preference": "bedPreference",
    "reservation_policy": "reservationPolicy",
    "travel_group": "travelGroup",
    "online_payment": "onlinePayment",
    "language": "language",
    "currency": "currency",
    "page": "page",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", LODGING_SEARCH_WEBHOOK_NAMES),
}


LODGING_PLACE_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


LODGING_PLACE_PARAMS_NAMES: Names = {
    "url": "url",
    "check_in_date": "checkInDate",
    "check_out_date": "checkOutDate",
    "rooms": "rooms",
    "adults": "adults",
    "children": "children",
    "children_ages": "childrenAges",
    "language": "language",
    "currency": "currency",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", LODGING_PLACE_WEBHOOK_NAMES),
}


class LodgingSearchSearchInformation(Model):
    keyword: str | None = Field(default=None)
    check_in_date: str | None = Field(default=None, alias="checkInDate")
    check_out_date: str | None = Field(default=None, alias="checkOutDate")
    total_results: int | None = Field(default=None, alias="totalResults")


class LodgingSearchResult2LocationCoordinates(Model):
    latitude: int | float | None = Field(default=None)
    longitude: int | float | None = Field(default=None)


class LodgingSearchResult2Location(Model):
    city: str | None = Field(default=None)
    address: str | None = Field(default=None)
    district: str | None = Field(default=None)
    main_distance: str | None = Field(default=None, alias="mainDistance")
    nearest_beach: str | None = Field(default=None, alias="nearestBeach")
    centrally_located: bool | None = Field(default=None, alias="centrallyLocated")
    coordinates: LodgingSearchResult2LocationCoordinates | None = Field(default=None)


class LodgingSearchResult2Policies(Model):
    free_cancellation: bool | None = Field(default=None, alias="freeCancellation")
    no_prepayment: bool | None = Field(default=None, alias="noPrepayment")


class LodgingSearchResult2Price(Model):
    price_per_stay_raw: str | None = Field(default=None, alias="pricePerStayRaw")
    price_before_discount_raw: str | None = Field(default=None, alias="priceBeforeDiscountRaw")
    discount_raw: str | None = Field(default=None, alias="discountRaw")
    excluded_charges_raw: str | None = Field(default=None, alias="excludedChargesRaw")
    currency: str | None = Field(default=None)
    price_per_stay_parsed: int | float | None = Field(default=None, alias="pricePerStayParsed")
    price_before_discount_parsed: int | float | None = Field(default=None, alias="priceBeforeDiscountParsed")
    discount_parsed: int | float | None = Field(default=None, alias="discountParsed")
    excluded_charges_parsed: int | float | None = Field(default=None, alias="excludedChargesParsed")


class LodgingSearchResult2Reviews(Model):
    score: int | float | None = Field(default=None)
    count: int | None = Field(default=None)
    text: str | None = Field(default=None)
    secondary_score: Any = Field(default=None, alias="secondaryScore")


class LodgingSearchResult2(Model):
    hotel_id: int | None = Field(default=None, alias="hotelId")
    title: str
    url: str
    room: str | None = Field(default=None)
    bed_types: Any = Field(default=None, alias="bedTypes")
    location: LodgingSearchResult2Location | None = Field(default=None)
    policies: LodgingSearchResult2Policies | None = Field(default=None)
    price: LodgingSearchResult2Price | None = Field(default=None)
    rating: int | float | None = Field(default=None)
    reviews: LodgingSearchResult2Reviews | None = Field(default=None)
    photo: str | None = Field(default=None)


class LodgingSearchPagination(Model):
    page: int | float | None = Field(default=None)
    total_results: int | float | None = Field(default=None, alias="totalResults")
    total_pages: int | float | None = Field(default=None, alias="totalPages")


class LodgingSearchResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    search_information: LodgingSearchSearchInformation | None = Field(default=None, alias="searchInformation")
    results: list[LodgingSearchResult2]
    pagination: LodgingSearchPagination | None = Field(default=None)


class LodgingPlaceOverviewAddress(Model):
    street_address: str | None = Field(default=None, alias="streetAddress")
    city: str | None = Field(default=None)
    region: str | None = Field(default=None)
    country: str | None = Field(default=None)
    country_code: str | None = Field(default=None, alias="countryCode")
    zipcode: str | None = Field(default=None)


class LodgingPlaceOverview(Model):
    id: str
    title: str
    property_type: str | None = Field(default=None, alias="propertyType")
    description: str | None = Field(default=None)
    address: LodgingPlaceOverviewAddress | None = Field(default=None)
    rating: int | float | None = Field(default=None)
    highlights: Any = Field(default=None)
    most_popular_facilities: list[str] | None = Field(default=None, alias="mostPopularFacilities")
    photos: Any = Field(default=None)
    coordinates: LodgingSearchResult2LocationCoordinates | None = Field(default=None)


class LodgingPlaceBookingDetails(Model):
    check_in: str | None = Field(default=None, alias="checkIn")
    check_out: str | None = Field(default=None, alias="checkOut")
    currency: str | None = Field(default=None)
    adults: int | float | None = Field(default=None)
    rooms: int | float | None = Field(default=None)
    children: int | float | None = Field(default=None)


class LodgingPlaceRoomVariantPrices(Model):
    current_price_raw: str | None = Field(default=None, alias="currentPriceRaw")
    before_discount_raw: str | None = Field(default=None, alias="beforeDiscountRaw")
    current_price_parsed: int | float | None = Field(default=None, alias="currentPriceParsed")
    before_discount_parsed: int | float | None = Field(default=None, alias="beforeDiscountParsed")


class LodgingPlaceRoomVariant(Model):
    prices: LodgingPlaceRoomVariantPrices | None = Field(default=None)
    max_occupancy: int | None = Field(default=None, alias="maxOccupancy")
    meal_plan: Any = Field(default=None, alias="mealPlan")
    cancellation: Any = Field(default=None)
    rooms_left: int | None = Field(default=None, alias="roomsLeft")


class LodgingPlaceRoom(Model):
    name: str | None = Field(default=None)
    description: str | None = Field(default=None)
    size: str | None = Field(default=None)
    max_occupancy: int | None = Field(default=None, alias="maxOccupancy")
    beds: Any = Field(default=None)
    facilities: Any = Field(default=None)
    variants: list[LodgingPlaceRoomVariant] | None = Field(default=None)


class LodgingPlaceRating(Model):
    label: str | None = Field(default=None)
    value: int | float | None = Field(default=None)
    votes: int | None = Field(default=None)


class LodgingPlaceReview(Model):
    author: str | None = Field(default=None)
    country: str | None = Field(default=None)
    date: str | None = Field(default=None)
    title: str | None = Field(default=None)
    positive: str | None = Field(default=None)
    negative: str | None = Field(default=None)
    score: int | float | None = Field(default=None)


class LodgingPlaceQuestionsAndAnswer(Model):
    question: str | None = Field(default=None)
    answer: str | None = Field(default=None)
    date: str | None = Field(default=None)


class LodgingPlaceResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    overview: LodgingPlaceOverview
    booking_details: LodgingPlaceBookingDetails | None = Field(default=None, alias="bookingDetails")
    rooms: list[LodgingPlaceRoom]
    facilities: Any = Field(default=None)
    house_rules: Any = Field(default=None, alias="houseRules")
    ratings: list[LodgingPlaceRating] | None = Field(default=None)
    reviews: list[LodgingPlaceReview] | None = Field(default=None)
    questions_and_answers: list[LodgingPlaceQuestionsAndAnswer] | None = Field(default=None, alias="questionsAndAnswers")


LODGING_SEARCH: Operation[LodgingSearchResult] = Operation(
    id="lodging-search",
    method="GET",
    path="/scrape/lodging/search",
    names=LODGING_SEARCH_PARAMS_NAMES,
    result=LodgingSearchResult,
    is_keyed=False,
)


LODGING_PLACE: Operation[LodgingPlaceResult] = Operation(
    id="lodging-place",
    method="GET",
    path="/scrape/lodging/place",
    names=LODGING_PLACE_PARAMS_NAMES,
    result=LodgingPlaceResult,
    is_keyed=False,
)


class Lodging:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def search(self, **params: Unpack[LodgingSearchParams]) -> LodgingSearchResult:
        """Accommodations of a destination, 25 a page.

        Costs 10 credits; only a success is charged.

        Rules:
        - checkInDate must be later than today in UTC.
        - checkOutDate must be later than checkInDate.
        - childrenAges must have exactly as many entries as children.
        - childrenAges is required when children > 0.
        - price requires min or max or both.
        - price.max must be greater than price.min.

        Parameters:
        - keyword (required): Destination: a city, region, neighbourhood or property.
        - sort: Order of the results.
        - check_in_date (required): First day, YYYY-MM-DD, in the future (UTC).
        - check_out_date (required): Last day, YYYY-MM-DD, later than checkInDate.
        - rooms (required): Rooms.
        - adults (required): Adults across all rooms.
        - children (required): Children across all rooms; 0 when none.
        - children_ages: Ages of the children, separated by commas, each 0 to 17. Required when children > 0.
        - price
        - bedrooms: Minimum bedrooms.
        - bathrooms: Minimum bathrooms.
        - property_type: Kinds of property.
        - rating: Stars.
        - review_score: Review scores.
        - distance_from_center: Distance from the centre.
        - property_accessibility: Accessibility of the property.
        - meals: Meals.
        - facilities: Facilities of the property.
        - room_facilities: Facilities of the room.
        - room_accessibility: Accessibility of the room.
        - bed_preference: Beds.
        - reservation_policy: Reservation policy.
        - travel_group: Travel group.
        - online_payment: Online payment.
        - language: Language of the results, such as en-us or de.
        - currency: Currency of the prices, ISO 4217; hotelCurrency: each property's own.
        - page: Results page, from 1. Default: 1.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(LODGING_SEARCH, params)

    def submit_search(self, **params: Unpack[LodgingSearchParams]) -> PendingRequest[LodgingSearchResult]:
        """Accommodations of a destination, 25 a page.

        Returns at once; the pending request has the result later.

        See Lodging.search.
        """
        return self._caller.submit(LODGING_SEARCH, params)

    def place(self, **params: Unpack[LodgingPlaceParams]) -> LodgingPlaceResult:
        """One accommodation and its available rooms.

        Costs 10 credits; only a success is charged.

        Rules:
        - url must be a URL on booking.com, www.booking.com.
        - checkInDate must be later than today in UTC.
        - checkOutDate must be later than checkInDate.
        - childrenAges must have exactly as many entries as children.
        - childrenAges is required when children > 0.

        Parameters:
        - url (required): Full URL of the property, on the bare or www host of the site.
        - check_in_date (required): First day, YYYY-MM-DD, in the future (UTC).
        - check_out_date (required): Last day, YYYY-MM-DD, later than checkInDate.
        - rooms (required): Rooms.
        - adults (required): Adults across all rooms.
        - children (required): Children across all rooms; 0 when none.
        - children_ages: Ages of the children, separated by commas, each 0 to 17. Required when children > 0.
        - language: Language of the results, such as en-us or de.
        - currency: Currency of the prices, ISO 4217; hotelCurrency: each property's own.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(LODGING_PLACE, params)

    def submit_place(self, **params: Unpack[LodgingPlaceParams]) -> PendingRequest[LodgingPlaceResult]:
        """One accommodation and its available rooms.

        Returns at once; the pending request has the result later.

        See Lodging.place.
        """
        return self._caller.submit(LODGING_PLACE, params)


class AsyncLodging:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def search(self, **params: Unpack[LodgingSearchParams]) -> LodgingSearchResult:
        """Accommodations of a destination, 25 a page.

        See Lodging.search.
        """
        return await self._caller.call(LODGING_SEARCH, params)

    async def submit_search(
        self, **params: Unpack[LodgingSearchParams],
    ) -> AsyncPendingRequest[LodgingSearchResult]:
        """Accommodations of a destination, 25 a page.

        Returns at once; the pending request has the result later.

        See Lodging.search.
        """
        return await self._caller.submit(LODGING_SEARCH, params)

    async def place(self, **params: Unpack[LodgingPlaceParams]) -> LodgingPlaceResult:
        """One accommodation and its available rooms.

        See Lodging.place.
        """
        return await self._caller.call(LODGING_PLACE, params)

    async def submit_place(
        self, **params: Unpack[LodgingPlaceParams],
    ) -> AsyncPendingRequest[LodgingPlaceResult]:
        """One accommodation and its available rooms.

        Returns at once; the pending request has the result later.

        See Lodging.place.
        """
        return await self._caller.submit(LODGING_PLACE, params)
