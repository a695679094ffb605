// The theme: one accent colour, readable greys, and the system's typeface.
import { createTheme, MantineProvider, type CSSVariablesResolver } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The header of a dialog must not count as a second banner of the page. */
const dialog = (close: string) => ({
  styles: { title: { fontWeight: 650, overflowWrap: 'anywhere' } },
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': close },
});

const theme = (close: string) =>
  createTheme({
    primaryColor: 'indigo',
    primaryShade: 8,
    autoContrast: true,
    defaultRadius: 'md',
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Helvetica, Arial, sans-serif",
    components: {
      Modal: { defaultProps: { ...dialog(close), centered: true } },
      Drawer: { defaultProps: dialog(close) },
    },
    // The greys of dark mode, from text to background: Mantine's are warmer than this palette.
    colors: {
      dark: [
        ...(['#e3e6ed', '#c0c5d0', '#9aa1b0', '#747c8c', '#3f4552'] as const),
        ...(['#353b47', '#282c36', '#1d2027', '#191c22', '#121419'] as const),
      ],
    },
    headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.1rem' } } },
  });

/** Greys with a contrast of at least 4.5:1 on their background (WCAG 2.2, 1.4.3). */
const colours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565d6d',
    '--mantine-color-placeholder': '#646b7a',
    '--mantine-color-error': '#b42318',
    '--platen-ground': '#f6f7f9',
    '--platen-good': '#0f7a55',
    '--platen-caution': '#9a5b00',
    '--platen-code-border': '#14161b',
    '--platen-pdf': '#b42318',
    '--platen-document': '#2450c0',
    '--platen-sheet': '#0f7a55',
    '--platen-slides': '#b04a10',
  },
  dark: {
    '--mantine-color-dimmed': '#aab1bf',
    '--mantine-color-placeholder': '#a0a7b5',
    '--mantine-color-error': '#ff9b8f',
    '--platen-ground': '#16181d',
    '--platen-good': '#5fd3a8',
    '--platen-caution': '#f0b45a',
    '--platen-code-border': '#343945',
    '--platen-pdf': '#ff9b8f',
    '--platen-document': '#9bb4ff',
    '--platen-sheet': '#5fd3a8',
    '--platen-slides': '#f7b27a',
    '--mantine-color-body': '#1d2027',
  },
});

export function Themed({ nonce, children }: { nonce: string; children: ReactNode }) {
  const { t } = useTranslation();
  const close = t('common.close');
  return (
    <MantineProvider
      theme={useMemo(() => theme(close), [close])}
      cssVariablesResolver={colours}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  );
}
