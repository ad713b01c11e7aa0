const MIN_FORM_CHARS = 12;

/** Base64 of a text in the middle of other bytes: the characters that do not depend on these. */
const base64Cores = (text: string): string[] =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
      .toString('base64')
      .replace(/=+$/, '');
    return encoded.slice(offset === 0 ? 0 : offset + 1, -2);
  });

/** Every way in which a secret may show up in a text. */
export const secretForms = (secret: string): readonly string[] => {
  const cores = base64Cores(secret);
  const hex = Buffer.from(secret).toString('hex');
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    JSON.stringify(secret).slice(1, -1),
    hex,
    hex.toUpperCase(),
    ...cores,
    ...cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(forms)].filter((form) => form.length >= MIN_FORM_CHARS);
};

/** The secrets that a text contains, by name, with some text around them. */
export const leaksIn = (text: string, secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    secretForms(secret).flatMap((form) => {
      const at = text.indexOf(form);
      return at === -1 ? [] : [`${name}: ...${text.slice(Math.max(0, at - 160), at)}<${name}>`];
    }),
  );
