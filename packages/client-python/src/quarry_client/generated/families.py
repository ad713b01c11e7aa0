# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""The families of operations."""

from __future__ import annotations

from . import (
    enginea, engineb, enginec, jobboard, localreviews, lodging, map, realtya, realtyb, retailer, scrape,
    storeplatform,
)
from .._callers import AsyncCaller, Caller
from .._model import Result
from .._operation import Names
from .enginea import AsyncEnginea, Enginea
from .engineb import AsyncEngineb, Engineb
from .enginec import AsyncEnginec, Enginec
from .jobboard import AsyncJobboard, Jobboard
from .localreviews import AsyncLocalreviews, Localreviews
from .lodging import AsyncLodging, Lodging
from .map import AsyncMap, Map
from .realtya import AsyncRealtya, Realtya
from .realtyb import AsyncRealtyb, Realtyb
from .retailer import AsyncRetailer, Retailer
from .scrape import AsyncScrape, Scrape
from .storeplatform import AsyncStoreplatform, Storeplatform


class Families:
    """One attribute for each family of operations."""

    def __init__(self, caller: Caller) -> None:
        self.scrape = Scrape(caller)
        self.enginea = Enginea(caller)
        self.engineb = Engineb(caller)
        self.enginec = Enginec(caller)
        self.lodging = Lodging(caller)
        self.retailer = Retailer(caller)
        self.jobboard = Jobboard(caller)
        self.storeplatform = Storeplatform(caller)
        self.realtya = Realtya(caller)
        self.realtyb = Realtyb(caller)
        self.localreviews = Localreviews(caller)
        self.map = Map(caller)


class AsyncFamilies:
    """One attribute for each family of operations."""

    def __init__(self, caller: AsyncCaller) -> None:
        self.scrape = AsyncScrape(caller)
        self.enginea = AsyncEnginea(caller)
        self.engineb = AsyncEngineb(caller)
        self.enginec = AsyncEnginec(caller)
        self.lodging = AsyncLodging(caller)
        self.retailer = AsyncRetailer(caller)
        self.jobboard = AsyncJobboard(caller)
        self.storeplatform = AsyncStoreplatform(caller)
        self.realtya = AsyncRealtya(caller)
        self.realtyb = AsyncRealtyb(caller)
        self.localreviews = AsyncLocalreviews(caller)
        self.map = AsyncMap(caller)


def result_of(operation: str) -> type[Result] | None:
    """The class of the results of an operation, by its name such as `enginea/serp`."""
    return RESULTS.get(operation)


RESULTS: dict[str, type[Result]] = {
    "scrape/web": scrape.ScrapeWebResult,
    "enginea/serp": enginea.EngineaSerpResult,
    "enginea/ai-mode": enginea.EngineaAiModeResult,
    "enginea/shopping": enginea.EngineaShoppingResult,
    "enginea/images": enginea.EngineaImagesResult,
    "enginea/scholar": enginea.EngineaScholarResult,
    "engineb/serp": engineb.EnginebSerpResult,
    "enginec/serp": enginec.EnginecSerpResult,
    "lodging/search": lodging.LodgingSearchResult,
    "lodging/place": lodging.LodgingPlaceResult,
    "retailer/search": retailer.RetailerSearchResult,
    "retailer/product": retailer.RetailerProductResult,
    "jobboard/listing": jobboard.JobboardListingResult,
    "storeplatform/collections": storeplatform.StoreplatformCollectionsResult,
    "realtya/listing": realtya.RealtyaListingResult,
    "realtyb/property": realtyb.RealtybPropertyResult,
    "localreviews/place": localreviews.LocalreviewsPlaceResult,
    "localreviews/search": localreviews.LocalreviewsSearchResult,
    "map/web": map.MapWebResult,
}


def names_of(operation: str) -> Names | None:
    """How the parameters of an operation are written in the API, by its name such as `enginea/serp`."""
    return NAMES.get(operation)


NAMES: dict[str, Names] = {
    "scrape/web": scrape.SCRAPE_WEB.names,
    "enginea/serp": enginea.ENGINEA_SERP.names,
    "enginea/ai-mode": enginea.ENGINEA_AI_MODE.names,
    "enginea/shopping": enginea.ENGINEA_SHOPPING.names,
    "enginea/images": enginea.ENGINEA_IMAGES.names,
    "enginea/scholar": enginea.ENGINEA_SCHOLAR.names,
    "engineb/serp": engineb.ENGINEB_SERP.names,
    "enginec/serp": enginec.ENGINEC_SERP.names,
    "lodging/search": lodging.LODGING_SEARCH.names,
    "lodging/place": lodging.LODGING_PLACE.names,
    "retailer/search": retailer.RETAILER_SEARCH.names,
    "retailer/product": retailer.RETAILER_PRODUCT.names,
    "jobboard/listing": jobboard.JOBBOARD_LISTING.names,
    "storeplatform/collections": storeplatform.STOREPLATFORM_COLLECTIONS.names,
    "realtya/listing": realtya.REALTYA_LISTING.names,
    "realtyb/property": realtyb.REALTYB_PROPERTY.names,
    "localreviews/place": localreviews.LOCALREVIEWS_PLACE.names,
    "localreviews/search": localreviews.LOCALREVIEWS_SEARCH.names,
    "map/web": map.MAP_WEB.names,
}
