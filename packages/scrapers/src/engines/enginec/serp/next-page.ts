import type { Element } from 'domhandler';
import { walk } from '@quarry/html';

/** Result pages of the engine: with markup, with tables alone, or with data for its own scripts. */
export type EnginecSurface = 'html' | 'lite' | 'data';

/** What the engine needs for the next page. Plain data: seal it before giving it to a client. */
export interface EnginecNextPage {
  readonly surface: EnginecSurface;
  /** Names and values in the order of the form. */
  readonly fields: readonly (readonly [string, string])[];
}

/** Most fields of a state; real ones have nine. */
export const MAX_STATE_FIELDS = 32;
/** Most characters of a state: its token stays below the longest accepted one. */
export const MAX_STATE_CHARS = 4_500;

const bounded = (next: EnginecNextPage): EnginecNextPage | undefined => {
  const length = next.fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return next.fields.length > MAX_STATE_FIELDS || length > MAX_STATE_CHARS ? undefined : next;
};

interface PageForm {
  readonly action: string;
  readonly fields: [string, string][];
  submit: string;
}

const readForms = (root: Parameters<typeof walk>[0]): PageForm[] => {
  const forms: PageForm[] = [];
  let current: PageForm | undefined;
  const addInput = ({ attribs }: Element): void => {
    const { name = '', type = '', value = '' } = attribs;
    if (!current) return;
    if (type.toLowerCase() === 'submit') current.submit = value;
    else if (name !== '' && type.toLowerCase() === 'hidden') current.fields.push([name, value]);
  };
  walk(root, {
    enter: (element) => {
      if (element.name === 'form') {
        current = { action: element.attribs['action'] ?? '', fields: [], submit: '' };
        forms.push(current);
      } else if (element.name === 'input' && current) addInput(element);
      return true;
    },
    leave: ({ name }) => {
      if (name === 'form') current = undefined;
    },
  });
  return forms;
};

const valueOf = ({ fields }: PageForm, name: string): string | undefined =>
  fields.find(([field]) => field === name)?.[1];

const leadsBack = ({ submit }: PageForm): boolean => /^\s*[<‹«←]|\bprev/i.test(submit);

/** The form for the next page after results at `offset`; undefined on the last page. */
export const nextPageOfForms = (root: Parameters<typeof walk>[0], offset: number): EnginecNextPage | undefined => {
  let best: { readonly at: number; readonly form: PageForm } | undefined;
  for (const form of readForms(root)) {
    const at = Number(valueOf(form, 's'));
    // What makes it the form of a page: its start, and the mark of the continued search.
    const isPager = Number.isInteger(at) && (valueOf(form, 'vqd') ?? valueOf(form, 'nextParams') ?? '') !== '';
    if (isPager && !leadsBack(form) && at > offset && at > (best?.at ?? 0)) best = { at, form };
  }
  if (!best) return undefined;
  return bounded({ surface: /\/lite\/?$/.test(best.form.action) ? 'lite' : 'html', fields: best.form.fields });
};

/** The same from the address that the data of a page end with. */
export const nextPageOfAddress = (address: unknown): EnginecNextPage | undefined => {
  if (typeof address !== 'string') return undefined;
  const url = URL.parse(address, 'https://links.duckduckgo.com');
  return url?.pathname === '/d.js' ? bounded({ surface: 'data', fields: [...url.searchParams] }) : undefined;
};
