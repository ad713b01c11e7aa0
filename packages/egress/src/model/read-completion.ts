/** The model's answer, and its tokens if the server reports them. */
export interface Completion {
  /** Undefined if the model refused to answer. */
  readonly text: string | undefined;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

type JsonObject = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

const asCount = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0);

/** Content is a string, or a list of parts with strings. */
const readContent = (content: unknown): string | undefined => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part: unknown) => asObject(part)['text']);
  return texts.filter((text) => typeof text === 'string').join('');
};

const isRefusal = (choice: JsonObject, message: JsonObject): boolean =>
  choice['finish_reason'] === 'content_filter' || typeof message['refusal'] === 'string';

/** Reads the body of a chat completion; undefined if it is none. */
export const readCompletion = (body: string): Completion | undefined => {
  let answer: JsonObject;
  try {
    answer = asObject(JSON.parse(body));
  } catch {
    return undefined;
  }
  const choices = answer['choices'];
  const choice = asObject(Array.isArray(choices) ? choices[0] : undefined);
  const message = asObject(choice['message']);
  const usage = asObject(answer['usage']);
  const tokens = {
    promptTokens: asCount(usage['prompt_tokens']),
    completionTokens: asCount(usage['completion_tokens']),
  };
  if (isRefusal(choice, message)) return { text: undefined, ...tokens };
  const text = readContent(message['content']);
  return text === undefined ? undefined : { text, ...tokens };
};
