// The dashboard: providers around the pages.
import '@mantine/core/styles.css';
import './platen.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { ApiError } from './api/client.ts';
import { App } from './app.tsx';
import { Broken } from './layout/broken.tsx';
import { colours, theme } from './theme.ts';

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

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={colours}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <Router base="/dashboard">
            <Broken>
              <App />
            </Broken>
          </Router>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
