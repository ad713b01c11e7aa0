import type { RequestEnd } from '../../port.js';
import { bindEnd, END_VALUES } from '../requests/end-values.js';

/** The start of every statement that ends an item; bound by `bindItemEnd`. */
export const ITEM_END = `UPDATE batch_items SET ${END_VALUES}, host = @host, metadata = @metadata, sealed_headers = NULL`;

export const bindItemEnd = (end: RequestEnd, nowMs: number) => ({
  ...bindEnd(end, nowMs),
  metadata: end.metadata === undefined ? null : JSON.stringify(end.metadata),
});
