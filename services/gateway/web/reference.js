// Starts the API reference on the page that `/docs` serves. Everything comes from this gateway; a key that is typed in stays
// in the memory of the page.
const root = document.querySelector('#reference');
const nonce = document.querySelector('meta[property=csp-nonce]').content;
const { prefix } = root.dataset;

// The reference makes style elements of its own, and not all of them with the nonce that the policy asks for.
const createElement = document.createElement.bind(document);
document.createElement = (name, options) => {
  const element = createElement(name, options);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};

// The reference shows a joke in an empty field for a key.
const LIBRARY_PLACEHOLDER = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT';
const namePlaceholders = () => {
  for (const field of document.querySelectorAll(`[placeholder="${LIBRARY_PLACEHOLDER}"]`)) {
    field.placeholder = 'your API key';
  }
};
new MutationObserver(namePlaceholders).observe(document.body, { childList: true, subtree: true });

const { createApiReference } = await import('./standalone.esm.js');

createApiReference(root, {
  url: `${prefix}/openapi.json`,
  // Where the page was opened, so that calls from it have its origin.
  servers: [{ url: `${location.origin}${prefix}` }],
  authentication: { preferredSecurityScheme: 'apiKey' },
  persistAuth: false,
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  operationTitleSource: 'path',
  orderRequiredPropertiesFirst: true,
  // The document has an example in each language that a test runs.
  hiddenClients: true,
  defaultOpenFirstTag: false,
  hideModels: true,
  metaData: { title: 'Quarry API' },
});
