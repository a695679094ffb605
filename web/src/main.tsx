// The frame of all pages.
import '@mantine/core/styles.css';
import './platen.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startTexts } from './i18n.ts';
import { Broken } from './layout/broken.tsx';
import { Root } from './root.tsx';
import { Themed } from './theme.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
// For the style element that prevents scrolling behind a dialog.
setNonce(nonce);

// A chunk that the server no longer has, because it was updated: reload, but only once.
window.addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem('reloaded') === window.location.href) return;
  sessionStorage.setItem('reloaded', window.location.href);
  event.preventDefault();
  window.location.reload();
});

const root = document.getElementById('root');
if (root !== null) {
  await startTexts();
  createRoot(root).render(
    <StrictMode>
      <Themed nonce={nonce}>
        <Broken>
          <Root />
        </Broken>
      </Themed>
    </StrictMode>,
  );
}
