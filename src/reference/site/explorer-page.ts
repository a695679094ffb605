// /docs/api-reference: Scalar below the bar of the documentation, in its colours (explorer.css).
import { wordsIn } from '../words.ts';
import type { Built } from './built.ts';
import { bar, head, scriptData } from './page.ts';

const place = { file: '/docs/api-reference', language: 'en' } as const;

export const explorerPage = (built: Built | null): string => `<!doctype html>
<html lang="en" class="reference">
<head>
${head({ title: 'API reference · Platen', built })}
<link rel="stylesheet" href="/docs/assets/explorer.css">
</head>
<body${scriptData(wordsIn('en'), built)}>
<a class="skip" href="#reference">Skip to the text</a>
${bar(wordsIn('en'), place)}
<div id="reference" tabindex="-1"></div>
<script src="/docs/assets/explorer.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>
`;

/** Starts it. Its cards of answers all have the same name: as groups they are no landmarks that a reader could not tell apart. */
export const explorerStart = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hideDarkModeToggle: true,
  showDeveloperTools: 'never',
  defaultOpenAllTags: true,
  documentDownloadType: 'json',
})});
new MutationObserver(() => {
  for (const card of document.querySelectorAll('.response-card[role="region"]')) card.setAttribute('role', 'group');
}).observe(document.querySelector('#reference'), { childList: true, subtree: true });
`;
