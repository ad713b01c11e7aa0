"""Which refusals of valid data the document cannot foretell. Each is looked at: the value sent must really break its rule."""

import datetime
import json
import os
import re
from urllib.parse import parse_qsl, urlsplit

# Read alike by every parser of URLs; what is not so plain may be refused.
PLAIN_URL = re.compile(r"https?://(?:[a-z][a-z0-9]*\.)*[a-z][a-z0-9]*(?::\d{1,4})?(?:[/?#][!-\[\]-~]*)?", re.IGNORECASE)
PLAIN_SELECTOR = re.compile(r"[a-z][a-z0-9]*", re.IGNORECASE)
CONNECTION_HEADERS = {
    "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "proxy-authenticate",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
}
FIRST_YEAR = 1000
SITE = os.environ["FUZZ_SITE"]


class Sent:
    """A request's fields by the names that violations give them: `price.max` is `price[max]` of a query."""

    def __init__(self, case):
        self.is_query = case.method == "GET"
        self.values = (case.query if self.is_query else case.body) or {}
        self.operation = case.operation

    def value(self, field):
        first, *rest = field.split(".")
        if self.is_query:
            return self.values.get(first + "".join(f"[{part}]" for part in rest))
        value = self.values
        for part in [first, *rest]:
            if isinstance(value, dict):
                value = value.get(part)
            elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
                value = value[int(part)]
            else:
                return None
        return value

    def is_given(self, field):
        return self.value(field) is not None or (self.is_query and f"{field}[]" in self.values)

    def example_hosts(self):
        """Hosts that the document shows an address on, among what is sent."""
        definition = self.operation.definition.raw
        raw = json.dumps([definition.get("parameters"), definition.get("requestBody")], default=str)
        return {urlsplit(url).hostname for url in re.findall(r"https?://[^\s\"'\\]+", raw)}


def as_date(value):
    """A calendar date in either of the two forms, or None."""
    for form in ("%Y-%m-%d", "%m/%d/%Y"):
        try:
            return datetime.datetime.strptime(str(value), form).date()
        except ValueError:
            continue
    return None


def as_number(value):
    found = re.match(r"-?\d+(?:\.\d+)?", str(value))
    return float(found[0]) if found else None


def is_no_date(sent, field):
    date = as_date(sent.value(field))
    return date is None or date.year < FIRST_YEAR


def is_past(sent, field):
    date = as_date(sent.value(field))
    return date is not None and date <= datetime.datetime.now(datetime.timezone.utc).date()


def is_not_after(sent, field):
    dates = [as_date(sent.value(name)) for name in ("checkInDate", "checkOutDate")]
    return field == "checkOutDate" and None not in dates and dates[1] <= dates[0]


def lower_bound_of(field):
    return field.replace("max", "min").replace("Max", "Min").replace("newest", "oldest").replace("Yhi", "Ylo")


def is_below(sent, field, is_strict):
    low, high = as_number(sent.value(lower_bound_of(field))), as_number(sent.value(field))
    return low is not None and high is not None and (high <= low if is_strict else high < low)


def is_odd_url(sent, field):
    value = sent.value(field)
    return isinstance(value, str) and not PLAIN_URL.fullmatch(value)


def is_elsewhere(sent, field):
    try:
        host = urlsplit(str(sent.value(field))).netloc
    except ValueError:
        return True
    return host not in sent.example_hosts()


def is_exponential(sent, field):
    """JSON Schema knows no difference between 1e-7 and 0.0000001; a query is read as people write it."""
    return sent.is_query and "e" in str(sent.value(field))


def is_blank_elsewhere(sent, field):
    """Grammars of patterns differ in what is a blank: U+FEFF is one in ECMAScript alone."""
    value = sent.value(field)
    return isinstance(value, str) and value != "" and not value.replace("\ufeff", "").strip()


def is_given_twice(sent, field):
    """A list given as one text and as a list counts once."""
    return sent.is_query and sent.value(field) is not None and f"{field}[]" in sent.values


def is_not_as_many(sent, field):
    ages, children = sent.value(field), as_number(sent.value("children"))
    return field == "childrenAges" and ages is not None and len(str(ages).split(",")) != children


def lacks_its_group(sent, field):
    """In a query, a part of a group may be required as soon as another part is given: webhook[url] beside webhook[events][]."""
    group = field.split(".")[0]
    return sent.is_query and not sent.is_given(field) and any(name.startswith(f"{group}[") for name in sent.values)


def has_nested_rules(sent, field):
    """Rules for extraction are a tree, of which the document describes the first level."""
    rules = sent.value("aiExtractRules")
    return isinstance(rules, dict) and any(
        isinstance(rule, dict) and isinstance(rule.get("output"), dict) for rule in rules.values()
    )


def is_connection_header(sent, field):
    return field.startswith("headers.") and field.removeprefix("headers.").lower() in CONNECTION_HEADERS


def is_header_twice(sent, field):
    names = [name.lower() for name in sent.value("headers") or {}]
    return names.count(field.removeprefix("headers.").lower()) > 1


def is_another_site(sent, field):
    """A target, a receiver or a bucket that may not be asked is told beside whatever else is wrong."""
    return field in ("url", "webhook.url", "delivery.endpoint") and not str(sent.value(field)).startswith(f"{SITE}/")


def lacks_what_goes_along(sent, field):
    """Chunks are cut from the markdown, and a tokenizer counts for them or for the count."""
    if field == "outputFormat":
        return sent.is_given("chunks") and "markdown" not in sent.value(field)
    return field == "tokenCount" and sent.is_given("tokenizer") and sent.value(field) is not True


def is_odd_selector(sent, field):
    if field.startswith("extractRules."):
        # Names of rules may hold whatever a name of a field is told by.
        rules = sent.value("extractRules")
        return isinstance(rules, dict) and any(not PLAIN_SELECTOR.fullmatch(str(rule)) for rule in rules.values())
    value = sent.value(field)
    return isinstance(value, str) and not PLAIN_SELECTOR.fullmatch(value)


# By rule: whether what was sent as the field breaks it.
BEYOND_SCHEMA = {
    "after": is_past,
    "afterField": is_not_after,
    "date": is_no_date,
    "fixedLength": is_not_as_many,
    "forbidden": is_another_site,
    "greaterThanField": lambda sent, field: is_below(sent, field, True),
    "jsonSchemaAI": has_nested_rules,
    "maxLength": is_given_twice,
    "minLength": is_blank_elsewhere,
    "notLessThanField": lambda sent, field: is_below(sent, field, False),
    "number": is_exponential,
    "prohibited": is_connection_header,
    "prohibitedWith": lambda sent, field: sent.is_given(field),
    "required": lambda sent, field: is_blank_elsewhere(sent, field) or lacks_its_group(sent, field),
    "requiredIfNotExists": lambda sent, field: not sent.is_given(field),
    "requiredWhen": lambda sent, field: not sent.is_given(field) or lacks_what_goes_along(sent, field),
    # Of single pages the document says it; of items and defaults it depends on both.
    "requiresRendering": lambda sent, field: sent.is_given(field) and sent.value("jsRendering") is False,
    "selector": is_odd_selector,
    "unique": is_header_twice,
    "url": is_odd_url,
    "urlHost": is_elsewhere,
}


class SentItem(Sent):
    """One request of a batch."""

    def __init__(self, sent, values):
        self.is_query = False
        self.values = values if isinstance(values, dict) else {}
        self.operation = sent.operation


ITEM_FIELD = re.compile(r"(requests\.\d+|defaults|scrape)\.(.+)")


def in_item(sent, field):
    """The request of a batch, its defaults or a crawl's pages that a field belongs to, and the field's name there."""
    found = ITEM_FIELD.fullmatch(field)
    if found is None:
        return sent, field
    values = sent.value(found[1])
    # An item is judged with the defaults beneath it.
    beneath = sent.value("defaults") if found[1] != "defaults" else None
    merged = {**beneath, **values} if isinstance(beneath, dict) and isinstance(values, dict) else values
    return SentItem(sent, merged), found[2]


def sent_by(request):
    """The fields of the query that was sent."""
    return dict(parse_qsl(urlsplit(request.url).query, keep_blank_values=True))


def broken_rules(case, errors, request, body=None):
    """The rules beyond JSON Schema that explain all of the violations; None when one of them is unexplained."""
    sent = Sent(case)
    # In a chain of calls the case may be an earlier one: what was sent is what counts.
    if request.method == "GET":
        sent.is_query, sent.values = True, sent_by(request)
    elif body is not None:
        sent.is_query, sent.values = False, body
    for error in errors:
        holds = BEYOND_SCHEMA.get(error["rule"])
        if holds is None or not holds(*in_item(sent, error["field"])):
            return None
    return sorted({error["rule"] for error in errors}) or None
