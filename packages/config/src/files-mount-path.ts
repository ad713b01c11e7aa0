/** The path of stored files on the gateway, without the prefix under which a proxy serves the API. */
export const filesMountPath = (baseUrl: string, filesUrl: string): string => {
  const [base, files] = [new URL(baseUrl).pathname, new URL(filesUrl).pathname];
  const isUnderBase = base !== '/' && files.startsWith(`${base}/`);
  return isUnderBase ? files.slice(base.length) : files;
};
