export { MAX_AHEAD_ANSWER_BYTES, MAX_TABLE_ROW_BYTES } from './bounds.js';
export { exportBatch } from './export-batch.js';
export { bytesOf, withAnswers, type StoredAnswer } from './rows/read-answers.js';
export { resultRow } from './rows/result-row.js';
export { visiblePages, type ExportSource, type Parts } from './source.js';
export {
  createDeliveries,
  exportKey,
  type Deliveries,
  type Delivery,
  type DeliveryTicket,
  type HeldDelivery,
} from './deliveries/deliveries.js';
