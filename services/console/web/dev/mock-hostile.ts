const MARKUP = `"'><img src=x onerror="globalThis.hostile=1"><script>globalThis.hostile=1</script><b class=hostile>`;
const ADDRESS = `javascript:globalThis.hostile=1//${MARKUP}`;
const CODE = 'javascript:globalThis.hostile=1';
const MARKDOWN = `# ${MARKUP}\n\n[click](${CODE}) ![x](${CODE}) <${CODE}> [far](${ADDRESS})\n\n${MARKUP}\n\n| a |\n| --- |\n| ${MARKUP} |\n`;

/** What sites and people choose, by its name in responses. */
const HOSTILE: Readonly<Record<string, string>> = {
  ...{ name: MARKUP, title: MARKUP, text: MARKUP, message: MARKUP, note: MARKUP, reason: MARKUP, lastError: MARKUP },
  ...{ host: MARKUP, statusText: MARKUP, by: MARKUP, changedBy: MARKUP, accountName: MARKUP, build: MARKUP },
  ...{ email: `${MARKUP}@example.com`, markdown: MARKDOWN, body: MARKUP },
  ...{
    url: ADDRESS,
    to: ADDRESS,
    webhookUrl: ADDRESS,
    html: ADDRESS,
    pdf: ADDRESS,
    screenshot: ADDRESS,
    json: ADDRESS,
  },
  ...{ before: MARKUP, after: MARKUP, diff: `@@ -1 +1 @@\n-${MARKUP}\n+${MARKDOWN}` },
};
/** Places where a name is one of the contract's, not a person's. */
const OWN = new Set(['parameters', 'groups', 'queues', 'rules', 'prices', 'example']);

/** Lists of addresses. */
const ADDRESSES = new Set(['links', 'added', 'removed']);

/** A response of the API in which every text that somebody else may choose is an attack on the page that shows it. */
export const poison = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(poison);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (OWN.has(name)) return [name, one];
      if (ADDRESSES.has(name) && Array.isArray(one)) return [name, [ADDRESS, MARKUP]];
      const hostile = HOSTILE[name];
      return [name, hostile !== undefined && typeof one === 'string' ? hostile : poison(one)];
    }),
  );
};
