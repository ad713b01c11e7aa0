/** What the picker in the frame of a stored page tells the console. */
export type PickerMessage =
  | {
      readonly type: 'pick';
      /** Finds the element alone. */
      readonly selector: string;
      /** Finds all elements like it, if there are several. */
      readonly listSelector?: string;
      /** The beginning of its text. */
      readonly text: string;
      readonly tag: string;
      /** Where a link or a picture leads, if it is one: the attribute's name. */
      readonly attribute?: 'href' | 'src';
    }
  /** `selector` names the element, though perhaps others too. */
  | { readonly type: 'hover'; readonly selector: string; readonly text: string }
  | { readonly type: 'ready' };

/** What the console tells the picker: whether clicks pick. */
export interface PickerCommand {
  readonly type: 'picking';
  readonly isOn: boolean;
}

const SELECTOR_MAX_CHARS = 1_024;
export const PICKED_TEXT_MAX_CHARS = 200;

const isText = (value: unknown, maxChars: number): value is string =>
  typeof value === 'string' && value.length <= maxChars;

/** A message of the frame, whose page is not trusted; undefined for anything else. */
export const readPickerMessage = (data: unknown): PickerMessage | undefined => {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, selector, listSelector, text, tag, attribute } = data as Readonly<Record<string, unknown>>;
  if (type === 'ready') return { type };
  if (!isText(selector, SELECTOR_MAX_CHARS) || selector.trim() === '') return undefined;
  const shown = isText(text, PICKED_TEXT_MAX_CHARS) ? text : '';
  if (type === 'hover') return { type, selector, text: shown };
  if (type !== 'pick') return undefined;
  return {
    type,
    selector,
    text: shown,
    tag: isText(tag, 50) ? tag : '',
    ...(isText(listSelector, SELECTOR_MAX_CHARS) ? { listSelector } : {}),
    ...(attribute === 'href' || attribute === 'src' ? { attribute } : {}),
  };
};
