/** A page's text as one part of an address. Half a surrogate pair, which JSON may hold, does not throw: it is a letter that nobody knows. */
export const addressPart = (text: string): string => encodeURIComponent(text.toWellFormed());
