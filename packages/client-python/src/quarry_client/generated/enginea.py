# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of enginea."""

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


class EngineaSerpWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class EngineaSerpParams(TypedDict, total=False):
    """Parameters of enginea-serp."""
    q: Required[str]
    """Search text; the engine's operators are supported."""
    location: str
    """Origin of the search: a canonical place name such as Austin,Texas,United States."""
    uule: str
    """Encoded origin of the search. Cannot be combined with location."""
    domain: str
    """Host of the engine. Default: "google.com"."""
    gl: str
    """Country of the search, two letters."""
    hl: str
    """Language of the interface, two letters or one of the engine's own codes such as zh-cn."""
    lr: Sequence[str]
    """Languages of the sites to return."""
    ludocid: str
    """The engine's place id."""
    lsig: str
    """Second place id."""
    kgmid: str
    """Id of an entity in the knowledge graph."""
    si: str
    """Id of cached search parameters."""
    tbs: str
    """Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date range, sbd:1
    by date.
    """
    safe: Literal["active", "off"]
    """Adult-content filter."""
    filter: Literal[0, 1]
    """1 enables the filters of similar and omitted results, 0 disables them. Default: 1."""
    nfpr: Literal[0, 1]
    """1 turns off spelling correction of the search text. Default: 0."""
    tbm: Literal["isch", "vid", "nws", "shop", "lcl"]
    """Kind of search: images, videos, news, shopping, places. Omitted: web pages."""
    device_type: Literal["desktop", "mobile", "tablet"]
    """Device type to request the page as. Default: "desktop"."""
    start: int
    """Results to skip: 0, 10, 20; with tbm lcl in steps of 20. Default: 0."""
    num: int
    """Results per page; the engine itself returns about 10. Default: 10."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: EngineaSerpWebhook


class EngineaAiModeWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class EngineaAiModeParams(TypedDict, total=False):
    """Parameters of enginea-ai-mode."""
    q: Required[str]
    """Question."""
    location: str
    """Origin of the search: a canonical place name such as Austin,Texas,United States."""
    uule: str
    """Encoded origin of the search. Cannot be combined with location."""
    gl: str
    """Country of the search, two letters."""
    hl: str
    """Language of the interface, two letters or one of the engine's own codes such as zh-cn."""
    continuable: bool
    """Return a token to continue the conversation. Default: False."""
    subsequent_request_token: str
    """Token of the response that q follows up on, unchanged, within one hour. The conversation keeps its
    location and language: location, uule, gl and hl are ignored.
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
    webhook: EngineaAiModeWebhook


class EngineaShoppingWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class EngineaShoppingParams(TypedDict, total=False):
    """Parameters of enginea-shopping."""
    q: Required[str]
    """Search text."""
    location: str
    """Origin of the search: a canonical place name such as Austin,Texas,United States."""
    uule: str
    """Encoded origin of the search. Cannot be combined with location."""
    domain: str
    """Host of the engine. Default: "google.com"."""
    gl: str
    """Country of the search, two letters."""
    hl: str
    """Language of the interface, two letters or one of the engine's own codes such as zh-cn."""
    tbs: str
    """Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date range, sbd:1
    by date.
    """
    shoprs: str
    """Id of a filter option from an earlier response."""
    device_type: Literal["desktop", "mobile", "tablet"]
    """Device type to request the page as. Default: "desktop"."""
    start: int
    """Results to skip, in steps of 40. Default: 0."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: EngineaShoppingWebhook


class EngineaImagesWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class EngineaImagesParams(TypedDict, total=False):
    """Parameters of enginea-images."""
    q: Required[str]
    """Search text."""
    location: str
    """Origin of the search: a canonical place name such as Austin,Texas,United States."""
    uule: str
    """Encoded origin of the search. Cannot be combined with location."""
    domain: str
    """Host of the engine. Default: "google.com"."""
    gl: str
    """Country of the search, two letters."""
    hl: str
    """Language of the interface, two letters or one of the engine's own codes such as zh-cn."""
    tbs: str
    """Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date range, sbd:1
    by date.
    """
    safe: Literal["active", "off"]
    """Adult-content filter."""
    filter: Literal[0, 1]
    """1 enables the filters of similar and omitted results, 0 disables them. Default: 1."""
    device_type: Literal["desktop", "mobile", "tablet"]
    """Device type to request the page as. Default: "desktop"."""
    ijn: int
    """Page of results, from 0. Default: 0."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: EngineaImagesWebhook


class EngineaScholarWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class EngineaScholarParams(TypedDict, total=False):
    """Parameters of enginea-scholar."""
    q: Required[str]
    """Search text; author: and source: are supported."""
    hl: str
    """Language of the interface, two letters or one of the engine's own codes such as zh-cn."""
    lr: Sequence[str]
    """Languages of the sites to return: a string or a list. One value may also be sent as lr."""
    start: int
    """Results to skip."""
    num: int
    """Results per page; the engine returns at most 20. Default: 10."""
    as_ylo: int
    """Earliest year of publication."""
    as_yhi: int
    """Latest year of publication, inclusive."""
    scisbd: Literal[1, 2]
    """Sort by date instead of relevance: 1 abstracts only, 2 everything."""
    cluster: str
    """Article id (versions.clusterId) whose versions to list; q is ignored."""
    cites: str
    """Article id (citedBy.citesId) whose citing articles to list."""
    as_sdt: str
    """Kind of search: 0,5 articles, 4 and court codes case law, 7 with patents. Default: "0,5"."""
    safe: Literal["active", "off"]
    """Adult-content filter."""
    filter: Literal[0, 1]
    """1 enables the filters of similar and omitted results, 0 disables them. Default: 1."""
    as_vis: Literal[0, 1]
    """1 excludes citations. Default: 0."""
    as_rr: Literal[0, 1]
    """1 returns review articles only. Default: 0."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: EngineaScholarWebhook


ENGINEA_SERP_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


ENGINEA_SERP_PARAMS_NAMES: Names = {
    "q": "q",
    "location": "location",
    "uule": "uule",
    "domain": "domain",
    "gl": "gl",
    "hl": "hl",
    "lr": "lr",
    "ludocid": "ludocid",
    "lsig": "lsig",
    "kgmid": "kgmid",
    "si": "si",
    "tbs": "tbs",
    "safe": "safe",
    "filter": "filter",
    "nfpr": "nfpr",
    "tbm": "tbm",
    "device_type": "deviceType",
    "start": "start",
    "num": "num",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", ENGINEA_SERP_WEBHOOK_NAMES),
}


ENGINEA_AI_MODE_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


ENGINEA_AI_MODE_PARAMS_NAMES: Names = {
    "q": "q",
    "location": "location",
    "uule": "uule",
    "gl": "gl",
    "hl": "hl",
    "continuable": "continuable",
    "subsequent_request_token": "subsequentRequestToken",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", ENGINEA_AI_MODE_WEBHOOK_NAMES),
}


ENGINEA_SHOPPING_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


ENGINEA_SHOPPING_PARAMS_NAMES: Names = {
    "q": "q",
    "location": "location",
    "uule": "uule",
    "domain": "domain",
    "gl": "gl",
    "hl": "hl",
    "tbs": "tbs",
    "shoprs": "shoprs",
    "device_type": "deviceType",
    "start": "start",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", ENGINEA_SHOPPING_WEBHOOK_NAMES),
}


ENGINEA_IMAGES_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


ENGINEA_IMAGES_PARAMS_NAMES: Names = {
    "q": "q",
    "location": "location",
    "uule": "uule",
    "domain": "domain",
    "gl": "gl",
    "hl": "hl",
    "tbs": "tbs",
    "safe": "safe",
    "filter": "filter",
    "device_type": "deviceType",
    "ijn": "ijn",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", ENGINEA_IMAGES_WEBHOOK_NAMES),
}


ENGINEA_SCHOLAR_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


ENGINEA_SCHOLAR_PARAMS_NAMES: Names = {
    "q": "q",
    "hl": "hl",
    "lr": "lr",
    "start": "start",
    "num": "num",
    "as_ylo": "asYlo",
    "as_yhi": "asYhi",
    "scisbd": "scisbd",
    "cluster": "cluster",
    "cites": "cites",
    "as_sdt": "asSdt",
    "safe": "safe",
    "filter": "filter",
    "as_vis": "asVis",
    "as_rr": "asRr",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", ENGINEA_SCHOLAR_WEBHOOK_NAMES),
}


class EngineaSerpSearchInformation(Model):
    total_results: str | None = Field(default=None, alias="totalResults")
    time_taken: int | float | None = Field(default=None, alias="timeTaken")


class EngineaSerpOrganicSitelinksInlineItem(Model):
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    snippet: str | None = Field(default=None)


class EngineaSerpOrganicSitelinks(Model):
    inline: list[EngineaSerpOrganicSitelinksInlineItem] | None = Field(default=None)
    list_: list[EngineaSerpOrganicSitelinksInlineItem] | None = Field(default=None, alias="list")


class EngineaSerpOrganicRichSnippetTopDetectedExtensions(Model):
    rating: int | float | None = Field(default=None)
    reviews: int | None = Field(default=None)


class EngineaSerpOrganicRichSnippetTop(Model):
    extensions: list[str] | None = Field(default=None)
    detected_extensions: EngineaSerpOrganicRichSnippetTopDetectedExtensions | None = Field(default=None, alias="detectedExtensions")


class EngineaSerpOrganicRichSnippet(Model):
    top: EngineaSerpOrganicRichSnippetTop | None = Field(default=None)


class EngineaSerpOrganicResult(Model):
    position: int
    title: str
    link: str
    displayed_link: str | None = Field(default=None, alias="displayedLink")
    source: str | None = Field(default=None)
    snippet: str | None = Field(default=None)
    date: str | None = Field(default=None)
    snippet_highlited_words: list[str] | None = Field(default=None, alias="snippetHighlitedWords")
    sitelinks: EngineaSerpOrganicSitelinks | None = Field(default=None)
    images: list[str] | None = Field(default=None)
    rich_snippet: EngineaSerpOrganicRichSnippet | None = Field(default=None, alias="richSnippet")


class EngineaSerpLocalResultsPlace(Model):
    position: int | None = Field(default=None)
    title: str | None = Field(default=None)
    reviews_original: str | None = Field(default=None, alias="reviewsOriginal")
    address: str | None = Field(default=None)
    hours: str | None = Field(default=None)
    place_id: str | None = Field(default=None, alias="placeId")
    description: str | None = Field(default=None)
    rating: int | float | None = Field(default=None)
    reviews: int | None = Field(default=None)


class EngineaSerpLocalResults(Model):
    places: list[EngineaSerpLocalResultsPlace] | None = Field(default=None)
    more_locations_link: str | None = Field(default=None, alias="moreLocationsLink")


class EngineaSerpRelatedSearch(Model):
    query: str | None = Field(default=None)
    link: str | None = Field(default=None)


class EngineaSerpRelatedQuestion(Model):
    question: str | None = Field(default=None)
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    displayed_link: str | None = Field(default=None, alias="displayedLink")
    snippet: str | None = Field(default=None)
    date: str | None = Field(default=None)
    list_: list[str] | None = Field(default=None, alias="list")
    table: list[list[str]] | None = Field(default=None)


class EngineaSerpKnowledgeGraph(Model):
    title: str | None = Field(default=None)
    type: str | None = Field(default=None)
    description: str | None = Field(default=None)
    website: str | None = Field(default=None)


class EngineaSerpPerspective(Model):
    index: int | None = Field(default=None)
    author: str | None = Field(default=None)
    source: str | None = Field(default=None)
    duration: str | None = Field(default=None)
    thumbnail: str | None = Field(default=None)
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    date: str | None = Field(default=None)
    snippet: str | None = Field(default=None)
    extensions: list[str] | None = Field(default=None)


class EngineaSerpImmersiveProduct(Model):
    position: int | None = Field(default=None)
    category: str | None = Field(default=None)
    title: str | None = Field(default=None)
    product_id: str | None = Field(default=None, alias="productId")
    product_link: str | None = Field(default=None, alias="productLink")
    price: str | None = Field(default=None)
    source: str | None = Field(default=None)
    delivery: str | None = Field(default=None)
    thumbnail: str | None = Field(default=None)
    extracted_price: int | float | None = Field(default=None, alias="extractedPrice")
    reviews: int | None = Field(default=None)
    rating: int | float | None = Field(default=None)
    extensions: list[str] | None = Field(default=None)


class EngineaSerpAnswerBox(Model):
    type: str | None = Field(default=None)
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    displayed_link: str | None = Field(default=None, alias="displayedLink")
    snippet: str | None = Field(default=None)
    answer: str | None = Field(default=None)
    list_: list[str] | None = Field(default=None, alias="list")


class EngineaSerpAiOverviewTextBlock(Model):
    type: str | None = Field(default=None)
    snippet: str | None = Field(default=None)


class EngineaSerpAiOverviewReference(Model):
    index: int | None = Field(default=None)
    link: str | None = Field(default=None)
    title: str | None = Field(default=None)
    snippet: str | None = Field(default=None)
    source: str | None = Field(default=None)


class EngineaSerpAiOverview(Model):
    text_blocks: list[EngineaSerpAiOverviewTextBlock] | None = Field(default=None, alias="textBlocks")
    references: list[EngineaSerpAiOverviewReference] | None = Field(default=None)


class EngineaSerpTopStory(Model):
    position: int | None = Field(default=None)
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    source: str | None = Field(default=None)
    date: str | None = Field(default=None)
    snippet: str | None = Field(default=None)
    thumbnail: str | None = Field(default=None)


class EngineaSerpInlineVideo(Model):
    position: int | None = Field(default=None)
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    thumbnail: str | None = Field(default=None)
    channel: str | None = Field(default=None)
    duration: str | None = Field(default=None)
    platform: str | None = Field(default=None)
    date: str | None = Field(default=None)


class EngineaSerpImagesResult(Model):
    position: int | None = Field(default=None)
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    source: str | None = Field(default=None)
    thumbnail: str | None = Field(default=None)
    original: str | None = Field(default=None)
    original_width: int | float | None = Field(default=None, alias="originalWidth")
    original_height: int | float | None = Field(default=None, alias="originalHeight")


class EngineaSerpInlineImage(Model):
    link: str | None = Field(default=None)
    source: str | None = Field(default=None)
    title: str | None = Field(default=None)
    thumbnail: str | None = Field(default=None)
    original: str | None = Field(default=None)


class EngineaSerpShoppingResult(Model):
    position: int | None = Field(default=None)
    title: str
    category: str | None = Field(default=None)
    product_id: str | None = Field(default=None, alias="productId")
    product_link: str | None = Field(default=None, alias="productLink")
    price: str | None = Field(default=None)
    original_price: str | None = Field(default=None, alias="originalPrice")
    source: str | None = Field(default=None)
    delivery: str | None = Field(default=None)
    thumbnail: str | None = Field(default=None)
    extracted_price: int | float | None = Field(default=None, alias="extractedPrice")
    extracted_original_price: int | float | None = Field(default=None, alias="extractedOriginalPrice")
    rating: int | float | None = Field(default=None)
    reviews: int | None = Field(default=None)
    extensions: list[str] | None = Field(default=None)


class EngineaSerpRecipesResult(Model):
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    source: str | None = Field(default=None)
    total_time: str | None = Field(default=None, alias="totalTime")
    thumbnail: str | None = Field(default=None)
    ingredients: list[str] | None = Field(default=None)
    rating: int | float | None = Field(default=None)
    reviews: int | float | None = Field(default=None)


class EngineaSerpDiscussionsAndForum(Model):
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    source: str | None = Field(default=None)
    date: str | None = Field(default=None)
    extensions: list[str] | None = Field(default=None)
    answers: Any = Field(default=None)


class EngineaSerpAdResult(Model):
    position: int | None = Field(default=None)
    block_position: str | None = Field(default=None, alias="blockPosition")
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    displayed_link: str | None = Field(default=None, alias="displayedLink")
    source: str | None = Field(default=None)
    description: str | None = Field(default=None)
    sitelinks: list[EngineaSerpOrganicSitelinksInlineItem] | None = Field(default=None)


class EngineaSerpPagination(Model):
    next: str | None = Field(default=None)
    pages: list[dict[str, str]] | None = Field(default=None)


class EngineaSerpResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    search_information: EngineaSerpSearchInformation | None = Field(default=None, alias="searchInformation")
    organic_results: list[EngineaSerpOrganicResult] = Field(alias="organicResults")
    local_results: EngineaSerpLocalResults | None = Field(default=None, alias="localResults")
    related_searches: list[EngineaSerpRelatedSearch] | None = Field(default=None, alias="relatedSearches")
    related_questions: list[EngineaSerpRelatedQuestion] | None = Field(default=None, alias="relatedQuestions")
    knowledge_graph: EngineaSerpKnowledgeGraph | None = Field(default=None, alias="knowledgeGraph")
    perspectives: list[EngineaSerpPerspective] | None = Field(default=None)
    immersive_products: list[EngineaSerpImmersiveProduct] | None = Field(default=None, alias="immersiveProducts")
    answer_box: EngineaSerpAnswerBox | None = Field(default=None, alias="answerBox")
    ai_overview: EngineaSerpAiOverview | None = Field(default=None, alias="aiOverview")
    top_stories: list[EngineaSerpTopStory] | None = Field(default=None, alias="topStories")
    news_results: list[EngineaSerpTopStory] | None = Field(default=None, alias="newsResults")
    inline_videos: list[EngineaSerpInlineVideo] | None = Field(default=None, alias="inlineVideos")
    images_results: list[EngineaSerpImagesResult] | None = Field(default=None, alias="imagesResults")
    inline_images: list[EngineaSerpInlineImage] | None = Field(default=None, alias="inlineImages")
    shopping_results: list[EngineaSerpShoppingResult] | None = Field(default=None, alias="shoppingResults")
    inline_shopping_results: list[EngineaSerpShoppingResult] | None = Field(default=None, alias="inlineShoppingResults")
    recipes_results: list[EngineaSerpRecipesResult] | None = Field(default=None, alias="recipesResults")
    discussions_and_forums: list[EngineaSerpDiscussionsAndForum] | None = Field(default=None, alias="discussionsAndForums")
    ad_results: list[EngineaSerpAdResult] | None = Field(default=None, alias="adResults")
    local_ads: Any = Field(default=None, alias="localAds")
    filters: Any = Field(default=None)
    applied_location: Any = Field(default=None, alias="appliedLocation")
    pagination: EngineaSerpPagination | None = Field(default=None)


class EngineaAiModeTextBlockListItem(Model):
    snippet: str | None = Field(default=None)
    list_: list[Any] | None = Field(default=None, alias="list")
    code: str | None = Field(default=None)
    reference_indexes: list[int] | None = Field(default=None, alias="referenceIndexes")


class EngineaAiModeTextBlock(Model):
    type: str
    snippet: str | None = Field(default=None)
    snippet_highlighted_words: list[str] | None = Field(default=None, alias="snippetHighlightedWords")
    list_: list[EngineaAiModeTextBlockListItem] | None = Field(default=None, alias="list")
    table: Any = Field(default=None)
    code: str | None = Field(default=None)
    language: str | None = Field(default=None)
    reference_indexes: list[int] | None = Field(default=None, alias="referenceIndexes")


class EngineaAiModeReference(Model):
    index: int
    link: str | None = Field(default=None)
    title: str | None = Field(default=None)
    snippet: str | None = Field(default=None)
    source: str | None = Field(default=None)


class EngineaAiModeResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    text_blocks: list[EngineaAiModeTextBlock] = Field(alias="textBlocks")
    references: list[EngineaAiModeReference] | None = Field(default=None)
    subsequent_request_token: str | None = Field(default=None, alias="subsequentRequestToken")


class EngineaShoppingSearchInformation(Model):
    total_results: str | None = Field(default=None, alias="totalResults")


class EngineaShoppingFilterOption(Model):
    text: str | None = Field(default=None)
    shoprs: str | None = Field(default=None)
    link: str | None = Field(default=None)


class EngineaShoppingFilter(Model):
    title: str | None = Field(default=None)
    type: str | None = Field(default=None)
    options: list[EngineaShoppingFilterOption] | None = Field(default=None)


class EngineaShoppingResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    search_information: EngineaShoppingSearchInformation | None = Field(default=None, alias="searchInformation")
    shopping_results: list[EngineaSerpShoppingResult] = Field(alias="shoppingResults")
    inline_shopping_results: list[EngineaSerpShoppingResult] | None = Field(default=None, alias="inlineShoppingResults")
    filters: list[EngineaShoppingFilter] | None = Field(default=None)
    refine_search_filters: Any = Field(default=None, alias="refineSearchFilters")
    pagination: EngineaSerpPagination | None = Field(default=None)


class EngineaImagesRelatedSearch(Model):
    query: str | None = Field(default=None)
    link: str | None = Field(default=None)
    thumbnail: str | None = Field(default=None)


class EngineaImagesResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    images_results: list[EngineaSerpImagesResult] = Field(alias="imagesResults")
    related_searches: list[EngineaImagesRelatedSearch] | None = Field(default=None, alias="relatedSearches")


class EngineaScholarSearchInformation(Model):
    total_results: int | None = Field(default=None, alias="totalResults")
    time_taken: int | float | None = Field(default=None, alias="timeTaken")
    query_displayed: str | None = Field(default=None, alias="queryDisplayed")


class EngineaScholarOrganicPublicationInfoAuthor(Model):
    name: str | None = Field(default=None)
    link: str | None = Field(default=None)
    author_id: str | None = Field(default=None, alias="authorId")


class EngineaScholarOrganicPublicationInfo(Model):
    summary: str | None = Field(default=None)
    authors: list[EngineaScholarOrganicPublicationInfoAuthor] | None = Field(default=None)


class EngineaScholarOrganicResource(Model):
    title: str | None = Field(default=None)
    file_format: str | None = Field(default=None, alias="fileFormat")
    link: str | None = Field(default=None)


class EngineaScholarOrganicCitedBy(Model):
    total: int | None = Field(default=None)
    cites_id: str | None = Field(default=None, alias="citesId")
    link: str | None = Field(default=None)


class EngineaScholarOrganicVersions(Model):
    total: int | None = Field(default=None)
    cluster_id: str | None = Field(default=None, alias="clusterId")
    link: str | None = Field(default=None)


class EngineaScholarOrganicResult(Model):
    position: int
    title: str
    result_id: str | None = Field(default=None, alias="resultId")
    type: str | None = Field(default=None)
    link: str | None = Field(default=None)
    snippet: str | None = Field(default=None)
    related_pages_link: str | None = Field(default=None, alias="relatedPagesLink")
    cached_page_link: str | None = Field(default=None, alias="cachedPageLink")
    publication_info: EngineaScholarOrganicPublicationInfo | None = Field(default=None, alias="publicationInfo")
    resources: list[EngineaScholarOrganicResource] | None = Field(default=None)
    cited_by: EngineaScholarOrganicCitedBy | None = Field(default=None, alias="citedBy")
    versions: EngineaScholarOrganicVersions | None = Field(default=None)


class EngineaScholarResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    search_information: EngineaScholarSearchInformation | None = Field(default=None, alias="searchInformation")
    organic_results: list[EngineaScholarOrganicResult] = Field(alias="organicResults")
    profiles: Any = Field(default=None)
    related_searches: list[EngineaSerpRelatedSearch] | None = Field(default=None, alias="relatedSearches")
    pagination: EngineaSerpPagination | None = Field(default=None)


ENGINEA_SERP: Operation[EngineaSerpResult] = Operation(
    id="enginea-serp",
    method="GET",
    path="/scrape/enginea/serp",
    names=ENGINEA_SERP_PARAMS_NAMES,
    result=EngineaSerpResult,
    is_keyed=False,
)


ENGINEA_AI_MODE: Operation[EngineaAiModeResult] = Operation(
    id="enginea-ai-mode",
    method="GET",
    path="/scrape/enginea/ai-mode",
    names=ENGINEA_AI_MODE_PARAMS_NAMES,
    result=EngineaAiModeResult,
    is_keyed=False,
)


ENGINEA_SHOPPING: Operation[EngineaShoppingResult] = Operation(
    id="enginea-shopping",
    method="GET",
    path="/scrape/enginea/shopping",
    names=ENGINEA_SHOPPING_PARAMS_NAMES,
    result=EngineaShoppingResult,
    is_keyed=False,
)


ENGINEA_IMAGES: Operation[EngineaImagesResult] = Operation(
    id="enginea-images",
    method="GET",
    path="/scrape/enginea/images",
    names=ENGINEA_IMAGES_PARAMS_NAMES,
    result=EngineaImagesResult,
    is_keyed=False,
)


ENGINEA_SCHOLAR: Operation[EngineaScholarResult] = Operation(
    id="enginea-scholar",
    method="GET",
    path="/scrape/enginea/scholar",
    names=ENGINEA_SCHOLAR_PARAMS_NAMES,
    result=EngineaScholarResult,
    is_keyed=False,
)


class Enginea:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def serp(self, **params: Unpack[EngineaSerpParams]) -> EngineaSerpResult:
        """Web results of the primary search engine.

        Costs 10 credits; only a success is charged.

        Rules:
        - location and uule cannot be combined.

        Parameters:
        - q (required): Search text; the engine's operators are supported.
        - location: Origin of the search: a canonical place name such as Austin,Texas,United States.
        - uule: Encoded origin of the search. Cannot be combined with location.
        - domain: Host of the engine. Default: "google.com".
        - gl: Country of the search, two letters.
        - hl: Language of the interface, two letters or one of the engine's own codes such as zh-cn.
        - lr: Languages of the sites to return.
        - ludocid: The engine's place id.
        - lsig: Second place id.
        - kgmid: Id of an entity in the knowledge graph.
        - si: Id of cached search parameters.
        - tbs: Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date
          range, sbd:1 by date.
        - safe: Adult-content filter.
        - filter: 1 enables the filters of similar and omitted results, 0 disables them. Default: 1.
        - nfpr: 1 turns off spelling correction of the search text. Default: 0.
        - tbm: Kind of search: images, videos, news, shopping, places. Omitted: web pages.
        - device_type: Device type to request the page as. Default: "desktop".
        - start: Results to skip: 0, 10, 20; with tbm lcl in steps of 20. Default: 0.
        - num: Results per page; the engine itself returns about 10. Default: 10.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(ENGINEA_SERP, params)

    def submit_serp(self, **params: Unpack[EngineaSerpParams]) -> PendingRequest[EngineaSerpResult]:
        """Web results of the primary search engine.

        Returns at once; the pending request has the result later.

        See Enginea.serp.
        """
        return self._caller.submit(ENGINEA_SERP, params)

    def ai_mode(self, **params: Unpack[EngineaAiModeParams]) -> EngineaAiModeResult:
        """Answer of the primary search engine's AI mode.

        Costs 10 credits; only a success is charged.

        Rules:
        - location and uule cannot be combined.

        Parameters:
        - q (required): Question.
        - location: Origin of the search: a canonical place name such as Austin,Texas,United States.
        - uule: Encoded origin of the search. Cannot be combined with location.
        - gl: Country of the search, two letters.
        - hl: Language of the interface, two letters or one of the engine's own codes such as zh-cn.
        - continuable: Return a token to continue the conversation. Default: False.
        - subsequent_request_token: Token of the response that q follows up on, unchanged, within one hour.
          The conversation keeps its location and language: location, uule, gl and hl are ignored.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(ENGINEA_AI_MODE, params)

    def submit_ai_mode(self, **params: Unpack[EngineaAiModeParams]) -> PendingRequest[EngineaAiModeResult]:
        """Answer of the primary search engine's AI mode.

        Returns at once; the pending request has the result later.

        See Enginea.ai_mode.
        """
        return self._caller.submit(ENGINEA_AI_MODE, params)

    def shopping(self, **params: Unpack[EngineaShoppingParams]) -> EngineaShoppingResult:
        """Shopping results of the primary search engine.

        Costs 10 credits; only a success is charged.

        Rules:
        - location and uule cannot be combined.

        Parameters:
        - q (required): Search text.
        - location: Origin of the search: a canonical place name such as Austin,Texas,United States.
        - uule: Encoded origin of the search. Cannot be combined with location.
        - domain: Host of the engine. Default: "google.com".
        - gl: Country of the search, two letters.
        - hl: Language of the interface, two letters or one of the engine's own codes such as zh-cn.
        - tbs: Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date
          range, sbd:1 by date.
        - shoprs: Id of a filter option from an earlier response.
        - device_type: Device type to request the page as. Default: "desktop".
        - start: Results to skip, in steps of 40. Default: 0.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(ENGINEA_SHOPPING, params)

    def submit_shopping(
        self, **params: Unpack[EngineaShoppingParams],
    ) -> PendingRequest[EngineaShoppingResult]:
        """Shopping results of the primary search engine.

        Returns at once; the pending request has the result later.

        See Enginea.shopping.
        """
        return self._caller.submit(ENGINEA_SHOPPING, params)

    def images(self, **params: Unpack[EngineaImagesParams]) -> EngineaImagesResult:
        """Image results of the primary search engine.

        Costs 5 credits; only a success is charged.

        Rules:
        - location and uule cannot be combined.

        Parameters:
        - q (required): Search text.
        - location: Origin of the search: a canonical place name such as Austin,Texas,United States.
        - uule: Encoded origin of the search. Cannot be combined with location.
        - domain: Host of the engine. Default: "google.com".
        - gl: Country of the search, two letters.
        - hl: Language of the interface, two letters or one of the engine's own codes such as zh-cn.
        - tbs: Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date
          range, sbd:1 by date.
        - safe: Adult-content filter.
        - filter: 1 enables the filters of similar and omitted results, 0 disables them. Default: 1.
        - device_type: Device type to request the page as. Default: "desktop".
        - ijn: Page of results, from 0. Default: 0.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(ENGINEA_IMAGES, params)

    def submit_images(self, **params: Unpack[EngineaImagesParams]) -> PendingRequest[EngineaImagesResult]:
        """Image results of the primary search engine.

        Returns at once; the pending request has the result later.

        See Enginea.images.
        """
        return self._caller.submit(ENGINEA_IMAGES, params)

    def scholar(self, **params: Unpack[EngineaScholarParams]) -> EngineaScholarResult:
        """Scholarly articles of the primary search engine.

        Costs 5 credits; only a success is charged.

        Rules:
        - asYhi must be at least asYlo.

        Parameters:
        - q (required): Search text; author: and source: are supported.
        - hl: Language of the interface, two letters or one of the engine's own codes such as zh-cn.
        - lr: Languages of the sites to return: a string or a list. One value may also be sent as lr.
        - start: Results to skip.
        - num: Results per page; the engine returns at most 20. Default: 10.
        - as_ylo: Earliest year of publication.
        - as_yhi: Latest year of publication, inclusive.
        - scisbd: Sort by date instead of relevance: 1 abstracts only, 2 everything.
        - cluster: Article id (versions.clusterId) whose versions to list; q is ignored.
        - cites: Article id (citedBy.citesId) whose citing articles to list.
        - as_sdt: Kind of search: 0,5 articles, 4 and court codes case law, 7 with patents. Default: "0,5".
        - safe: Adult-content filter.
        - filter: 1 enables the filters of similar and omitted results, 0 disables them. Default: 1.
        - as_vis: 1 excludes citations. Default: 0.
        - as_rr: 1 returns review articles only. Default: 0.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(ENGINEA_SCHOLAR, params)

    def submit_scholar(self, **params: Unpack[EngineaScholarParams]) -> PendingRequest[EngineaScholarResult]:
        """Scholarly articles of the primary search engine.

        Returns at once; the pending request has the result later.

        See Enginea.scholar.
        """
        return self._caller.submit(ENGINEA_SCHOLAR, params)


class AsyncEnginea:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def serp(self, **params: Unpack[EngineaSerpParams]) -> EngineaSerpResult:
        """Web results of the primary search engine.

        See Enginea.serp.
        """
        return await self._caller.call(ENGINEA_SERP, params)

    async def submit_serp(
        self, **params: Unpack[EngineaSerpParams],
    ) -> AsyncPendingRequest[EngineaSerpResult]:
        """Web results of the primary search engine.

        Returns at once; the pending request has the result later.

        See Enginea.serp.
        """
        return await self._caller.submit(ENGINEA_SERP, params)

    async def ai_mode(self, **params: Unpack[EngineaAiModeParams]) -> EngineaAiModeResult:
        """Answer of the primary search engine's AI mode.

        See Enginea.ai_mode.
        """
        return await self._caller.call(ENGINEA_AI_MODE, params)

    async def submit_ai_mode(
        self, **params: Unpack[EngineaAiModeParams],
    ) -> AsyncPendingRequest[EngineaAiModeResult]:
        """Answer of the primary search engine's AI mode.

        Returns at once; the pending request has the result later.

        See Enginea.ai_mode.
        """
        return await self._caller.submit(ENGINEA_AI_MODE, params)

    async def shopping(self, **params: Unpack[EngineaShoppingParams]) -> EngineaShoppingResult:
        """Shopping results of the primary search engine.

        See Enginea.shopping.
        """
        return await self._caller.call(ENGINEA_SHOPPING, params)

    async def submit_shopping(
        self, **params: Unpack[EngineaShoppingParams],
    ) -> AsyncPendingRequest[EngineaShoppingResult]:
        """Shopping results of the primary search engine.

        Returns at once; the pending request has the result later.

        See Enginea.shopping.
        """
        return await self._caller.submit(ENGINEA_SHOPPING, params)

    async def images(self, **params: Unpack[EngineaImagesParams]) -> EngineaImagesResult:
        """Image results of the primary search engine.

        See Enginea.images.
        """
        return await self._caller.call(ENGINEA_IMAGES, params)

    async def submit_images(
        self, **params: Unpack[EngineaImagesParams],
    ) -> AsyncPendingRequest[EngineaImagesResult]:
        """Image results of the primary search engine.

        Returns at once; the pending request has the result later.

        See Enginea.images.
        """
        return await self._caller.submit(ENGINEA_IMAGES, params)

    async def scholar(self, **params: Unpack[EngineaScholarParams]) -> EngineaScholarResult:
        """Scholarly articles of the primary search engine.

        See Enginea.scholar.
        """
        return await self._caller.call(ENGINEA_SCHOLAR, params)

    async def submit_scholar(
        self, **params: Unpack[EngineaScholarParams],
    ) -> AsyncPendingRequest[EngineaScholarResult]:
        """Scholarly articles of the primary search engine.

        Returns at once; the pending request has the result later.

        See Enginea.scholar.
        """
        return await self._caller.submit(ENGINEA_SCHOLAR, params)
