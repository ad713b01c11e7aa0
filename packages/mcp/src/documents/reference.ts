/** What a call can read: a part of a request's stored response, or a stored file of a request. */
export type Reference =
  | { readonly kind: 'part'; readonly requestId: string; readonly part: string; readonly offset: number }
  | {
      readonly kind: 'file';
      readonly requestId: string;
      readonly name: string;
      readonly offset: number;
      /** Address of the folder, as a link had it; Quarry has to name the same. */
      readonly folder?: string;
    };

const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const OWN = new RegExp(`^quarry://(requests|files)/(${UUID})/([\\w.-]{1,200})$`, 'i');
const LINK = new RegExp(`^(https?://.+/(${UUID}))/([\\w.-]{1,200})$`, 'i');
const ID = new RegExp(`^${UUID}$`, 'i');

/** Longest reference. */
export const MAX_REFERENCE_CHARS = 2_048;

const uriOf = (path: string, offset: number): string => `quarry://${path}${offset > 0 ? `?offset=${offset}` : ''}`;

export const requestUri = (requestId: string, part: string, offset = 0): string =>
  uriOf(`requests/${requestId}/${part}`, offset);

export const fileUri = (requestId: string, name: string, offset = 0): string =>
  uriOf(`files/${requestId}/${name}`, offset);

/**
 * Reads `quarry://requests/<id>/<part>`, `quarry://files/<id>/<name>`, both with `?offset=`, a link to a stored file as responses
 * have it, or the id of a request alone, which means its data. Undefined for anything else.
 */
export const readReference = (text: string): Reference | undefined => {
  const trimmed = text.trim();
  if (trimmed.length > MAX_REFERENCE_CHARS) return undefined;
  if (ID.test(trimmed)) return { kind: 'part', requestId: trimmed, part: 'data', offset: 0 };
  const [, address = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(trimmed) ?? [];
  const offset = Math.max(0, Math.trunc(Number(new URLSearchParams(query).get('offset')) || 0));
  const [, form, requestId = '', last = ''] = OWN.exec(address) ?? [];
  if (form !== undefined) {
    return form.toLowerCase() === 'requests'
      ? { kind: 'part', requestId, part: last, offset }
      : { kind: 'file', requestId, name: last, offset };
  }
  const [, folder, id = '', name = ''] = LINK.exec(address) ?? [];
  return folder === undefined ? undefined : { kind: 'file', requestId: id, name, offset, folder };
};
