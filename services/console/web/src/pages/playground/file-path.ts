/** `<files url>/<account>/<request>/<name>`, whatever host the files have for others. */
const STORED_FILE = /\/([\w-]{1,64})\/([\da-f-]{36})\/([\w.-]{1,200})$/i;

/** Where the console itself has a stored file that a response links to; undefined for other addresses. */
export const filePath = (url: string | undefined): string | undefined => {
  const parsed = url === undefined ? null : URL.parse(url);
  const [, account, request, name] = STORED_FILE.exec(parsed?.pathname ?? '') ?? [];
  return name === undefined ? undefined : `/api/gateway/files/${account}/${request}/${name}`;
};
