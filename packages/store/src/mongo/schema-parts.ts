/** What every schema of the store is made with: nothing is added to documents, and what they do not know is refused. */
export const OPTIONS = { versionKey: false, id: false, minimize: false, strict: 'throw', autoIndex: false } as const;
export const text = { type: String, required: true };
export const number = { type: Number, required: true };
