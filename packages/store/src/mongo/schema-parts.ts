/** Options of every schema of the store: nothing is added to documents, and unknown fields are refused. */
export const OPTIONS = { versionKey: false, id: false, minimize: false, strict: 'throw', autoIndex: false } as const;
export const text = { type: String, required: true };
export const number = { type: Number, required: true };
/** What a worker and the end write into a request, or an item. */
export const endTypes = {
  startedAtMs: Number,
  endedAtMs: Number,
  verdict: String,
  error: String,
  reason: String,
  message: String,
  retryAfterSeconds: Number,
  host: String,
  tier: String,
  statusCode: Number,
  fetchMs: Number,
  renderMs: Number,
  readMs: Number,
  answerName: String,
  pageName: String,
  storedBytes: Number,
};
