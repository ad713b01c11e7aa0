# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of realtyb."""

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


class RealtybPropertyWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class RealtybPropertyParams(TypedDict, total=False):
    """Parameters of realtyb-property."""
    url: Required[str]
    """URL of a property on the site, or of a building with homes for rent."""
    extract_agent_emails: bool
    """Also look for the e-mail addresses of agents; costs more, unless the agent's page cannot be read. Default:
    False.
    """
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: RealtybPropertyWebhook


REALTYB_PROPERTY_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


REALTYB_PROPERTY_PARAMS_NAMES: Names = {
    "url": "url",
    "extract_agent_emails": "extractAgentEmails",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", REALTYB_PROPERTY_WEBHOOK_NAMES),
}


class RealtybPropertyPropertyFees(Model):
    monthly_hoa_fee: str | None = Field(default=None, alias="monthlyHoaFee")


class RealtybPropertyPropertyArea(Model):
    living_area: int | float | None = Field(default=None, alias="livingArea")
    living_area_units: str | None = Field(default=None, alias="livingAreaUnits")


class RealtybPropertyPropertyAddress(Model):
    street: str | None = Field(default=None)
    city: str | None = Field(default=None)
    state: str | None = Field(default=None)
    zipcode: str | None = Field(default=None)
    county: str | None = Field(default=None)


class RealtybPropertyPropertyGeo(Model):
    latitude: int | float | None = Field(default=None)
    longitude: int | float | None = Field(default=None)


class RealtybPropertyPropertyEstimate(Model):
    estimate: int | float | None = Field(default=None)
    estimated_sale_range: str | None = Field(default=None, alias="estimatedSaleRange")
    rent_estimate: int | float | None = Field(default=None, alias="rentEstimate")


class RealtybPropertyPropertyAgentInfo(Model):
    agent_name: str | None = Field(default=None, alias="agentName")
    agent_phone_number: str | None = Field(default=None, alias="agentPhoneNumber")
    broker_name: str | None = Field(default=None, alias="brokerName")
    broker_phone_number: str | None = Field(default=None, alias="brokerPhoneNumber")
    agent_emails: list[str] | None = Field(default=None, alias="agentEmails")


class RealtybPropertyPropertyPriceHistoryItem(Model):
    date: str | None = Field(default=None)
    event: str | None = Field(default=None)
    price: int | float | None = Field(default=None)


class RealtybPropertyPropertyTaxHistoryItem(Model):
    year: int | None = Field(default=None)
    date: str | None = Field(default=None)
    tax: int | float | None = Field(default=None)
    value: int | float | None = Field(default=None)


class RealtybPropertyPropertySchoolsElementarySchool(Model):
    name: str | None = Field(default=None)
    district: str | None = Field(default=None)


class RealtybPropertyPropertySchools(Model):
    elementary_school: RealtybPropertyPropertySchoolsElementarySchool | None = Field(default=None, alias="elementarySchool")
    middle_school: RealtybPropertyPropertySchoolsElementarySchool | None = Field(default=None, alias="middleSchool")
    high_school: RealtybPropertyPropertySchoolsElementarySchool | None = Field(default=None, alias="highSchool")


class RealtybPropertyPropertyFloorPlanUnit(Model):
    unit_number: str | None = Field(default=None, alias="unitNumber")
    available_from: str | None = Field(default=None, alias="availableFrom")
    price: int | float | None = Field(default=None)


class RealtybPropertyPropertyFloorPlan(Model):
    name: str | None = Field(default=None)
    available_from: str | None = Field(default=None, alias="availableFrom")
    beds: int | float | None = Field(default=None)
    baths: int | float | None = Field(default=None)
    area: int | float | None = Field(default=None)
    min_price: int | float | None = Field(default=None, alias="minPrice")
    max_price: int | float | None = Field(default=None, alias="maxPrice")
    units: list[RealtybPropertyPropertyFloorPlanUnit] | None = Field(default=None)


class RealtybPropertyProperty(Model):
    id: int | str
    url: str
    building_name: str | None = Field(default=None, alias="buildingName")
    building_phone_number: str | None = Field(default=None, alias="buildingPhoneNumber")
    status: str | None = Field(default=None)
    home_type: str | None = Field(default=None, alias="homeType")
    currency: str | None = Field(default=None)
    mls_id: str | None = Field(default=None, alias="mlsId")
    parcel_number: str | None = Field(default=None, alias="parcelNumber")
    county: str | None = Field(default=None)
    description: str | None = Field(default=None)
    price: int | float | None = Field(default=None)
    year_built: int | float | None = Field(default=None, alias="yearBuilt")
    beds: int | float | None = Field(default=None)
    baths: int | float | None = Field(default=None)
    days_on_site: int | float | None = Field(default=None, alias="daysOnSite")
    views: int | float | None = Field(default=None)
    saves: int | float | None = Field(default=None)
    fees: RealtybPropertyPropertyFees | None = Field(default=None)
    area: RealtybPropertyPropertyArea | None = Field(default=None)
    lot_size: Any = Field(default=None, alias="lotSize")
    address: RealtybPropertyPropertyAddress | None = Field(default=None)
    geo: RealtybPropertyPropertyGeo | None = Field(default=None)
    highlights: Any = Field(default=None)
    photos: list[str] | None = Field(default=None)
    estimate: RealtybPropertyPropertyEstimate | None = Field(default=None)
    agent_info: RealtybPropertyPropertyAgentInfo | None = Field(default=None, alias="agentInfo")
    price_history: list[RealtybPropertyPropertyPriceHistoryItem] | None = Field(default=None, alias="priceHistory")
    tax_history: list[RealtybPropertyPropertyTaxHistoryItem] | None = Field(default=None, alias="taxHistory")
    mortgage: Any = Field(default=None)
    schools: RealtybPropertyPropertySchools | None = Field(default=None)
    floor_plans: list[RealtybPropertyPropertyFloorPlan] | None = Field(default=None, alias="floorPlans")


class RealtybPropertyResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    property: RealtybPropertyProperty
    warnings: list[str] | None = Field(default=None)


REALTYB_PROPERTY: Operation[RealtybPropertyResult] = Operation(
    id="realtyb-property",
    method="GET",
    path="/scrape/realtyb/property",
    names=REALTYB_PROPERTY_PARAMS_NAMES,
    result=RealtybPropertyResult,
    is_keyed=False,
)


class Realtyb:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def property(self, **params: Unpack[RealtybPropertyParams]) -> RealtybPropertyResult:
        """One property of the second real-estate site.

        Costs 5 credits (extractAgentEmails is false); 10 credits (extractAgentEmails is true and the agent's
        page could be read); only a success is charged.

        Rules:
        - url must be a URL on zillow.com, www.zillow.com.

        Parameters:
        - url (required): URL of a property on the site, or of a building with homes for rent.
        - extract_agent_emails: Also look for the e-mail addresses of agents; costs more, unless the agent's
          page cannot be read. Default: False.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(REALTYB_PROPERTY, params)

    def submit_property(
        self, **params: Unpack[RealtybPropertyParams],
    ) -> PendingRequest[RealtybPropertyResult]:
        """One property of the second real-estate site.

        Returns at once; the pending request has the result later.

        See Realtyb.property.
        """
        return self._caller.submit(REALTYB_PROPERTY, params)


class AsyncRealtyb:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def property(self, **params: Unpack[RealtybPropertyParams]) -> RealtybPropertyResult:
        """One property of the second real-estate site.

        See Realtyb.property.
        """
        return await self._caller.call(REALTYB_PROPERTY, params)

    async def submit_property(
        self, **params: Unpack[RealtybPropertyParams],
    ) -> AsyncPendingRequest[RealtybPropertyResult]:
        """One property of the second real-estate site.

        Returns at once; the pending request has the result later.

        See Realtyb.property.
        """
        return await self._caller.submit(REALTYB_PROPERTY, params)
