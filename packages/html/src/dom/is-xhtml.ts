/** Whether a page of this media type is written in the syntax of XML: a slash closes any element, and CDATA sections are text. */
export const isXhtml = (mediaType: string): boolean => /^\s*application\/xhtml\+xml\s*(?:;|$)/i.test(mediaType);
