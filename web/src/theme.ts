// The theme: one accent colour, readable greys, and the system's typeface.
import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** The header of a dialog must not count as a second banner of the page. */
const dialog = {
  styles: { title: { fontWeight: 650, overflowWrap: 'anywhere' } },
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': 'Close' },
};

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 8,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Helvetica, Arial, sans-serif",
  components: { Modal: { defaultProps: { ...dialog, centered: true } }, Drawer: { defaultProps: dialog } },
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.1rem' } } },
});

/** Greys with a contrast of at least 4.5:1 on their background (WCAG 2.2, 1.4.3). */
export const colours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565d6d',
    '--mantine-color-placeholder': '#646b7a',
    '--mantine-color-error': '#b42318',
    '--platen-ground': '#f6f7f9',
  },
  dark: {
    '--mantine-color-dimmed': '#aab1bf',
    '--mantine-color-placeholder': '#a0a7b5',
    '--mantine-color-error': '#ff9b8f',
    '--platen-ground': '#16181d',
    '--mantine-color-body': '#1d2027',
  },
});
