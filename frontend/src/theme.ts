import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { ButtonElement } from './ui/button-element';

/**
 * The only place that defines colours. Ink navy for frames, paper for surfaces, survey gold for actions; red is parcels and destructive
 * actions only.
 */
const ink: MantineColorsTuple = [
  '#eef1f7',
  '#d9dfec',
  '#b3c0da',
  '#8a9dc5',
  '#677fb2',
  '#4c66a1',
  '#35508c',
  '#243c70',
  '#16294d',
  '#0c1930',
];
const gold: MantineColorsTuple = [
  '#fdf6e3',
  '#faebc4',
  '#f4d78b',
  '#edc152',
  '#e6ae2b',
  '#e0a526',
  '#c98f14',
  '#8f620a',
  '#744f0b',
  '#5b3e0c',
];

/** Mantine's dark surfaces, in ink instead of neutral grey. */
const dark: MantineColorsTuple = [
  '#e4e7ee',
  '#c3c9d6',
  '#a3abba',
  '#7d879a',
  '#39445a',
  '#2b3446',
  '#1f2736',
  '#161d2a',
  '#121722',
  '#0c1019',
];

export const theme = createTheme({
  colors: { ink, gold, dark },
  primaryColor: 'gold',
  // Gold 5 needs dark text; autoContrast selects it.
  primaryShade: { light: 5, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '650' },
  defaultRadius: 'sm',
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: `Badge.extend` would bundle the components into every page.
  components: {
    // Those that work keep the focus.
    Button: { defaultProps: { component: ButtonElement } },
    ActionIcon: { defaultProps: { component: ButtonElement } },
    // Sentence case, as everywhere else; Mantine's default is capitals.
    Badge: { styles: { root: { textTransform: 'none' } } },
    // A long name in the title wraps instead of pushing the close button out of the dialog.
    Modal: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: {
        title: { minWidth: 0, fontWeight: 650, lineHeight: 1.3, overflowWrap: 'anywhere' },
        body: { overflowWrap: 'anywhere' },
      },
    },
    // A dropdown above a form of the same colour needs a visible edge.
    Combobox: { defaultProps: { shadow: 'md' } },
    // Without the placeholder, which is no item of a menu, the list itself has the focus at first.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    // Three tabs fit side by side on a phone.
    Tabs: { styles: { tab: { paddingInline: 'clamp(8px, 2.5vw, 16px)' } } },
  },
});

/** Paper and ink for Mantine's variables; dimmed text, links and errors with WCAG AA contrast. */
export const variables: CSSVariablesResolver = () => ({
  variables: {
    '--frame-text': '#f2f4f9',
    '--frame-dimmed': '#b3c0da',
    '--frame-accent': gold[4],
  },
  light: {
    '--frame': ink[8],
    '--frame-hover': ink[7],
    '--mantine-color-body': '#fbfaf6',
    '--mantine-color-text': '#1a2233',
    '--mantine-color-dimmed': '#565f6e',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': ink[7],
    '--mantine-color-placeholder': '#6b7280',
    '--surface': '#ffffff',
    '--surface-border': '#e4e1d8',
    '--surface-sunken': '#f5f3ec',
    '--row-selected': gold[0],
    // Chart lines: contrast of three to one on paper.
    '--curve-first': '#b37d0c',
    '--curve-second': ink[6],
    '--mantine-primary-color-light-color': gold[8],
    '--mantine-color-gold-outline': gold[7],
    // Used by Mantine for a menu's red items.
    '--mantine-color-red-6': '#b3261e',
    '--mantine-color-red-outline': '#b3261e',
    '--mantine-color-red-filled': '#b3261e',
    '--mantine-color-red-filled-hover': '#8f1f18',
    '--mantine-color-red-light-color': '#8f1f18',
    '--mantine-color-green-light-color': '#1c6430',
    '--mantine-color-blue-light-color': '#12518f',
    '--mantine-color-yellow-light-color': '#754800',
    '--mantine-color-gray-light-color': '#444c59',
  },
  dark: {
    '--frame': ink[9],
    '--frame-hover': ink[8],
    '--mantine-color-body': '#121722',
    '--mantine-color-text': '#e4e7ee',
    '--mantine-color-dimmed': '#a3abba',
    '--mantine-color-error': '#ff8f87',
    '--mantine-color-anchor': ink[2],
    '--mantine-color-placeholder': '#8d96a6',
    '--surface': '#1a2130',
    '--surface-border': '#2b3446',
    '--surface-sunken': '#161d2a',
    '--row-selected': '#2a2a22',
    '--curve-first': gold[4],
    '--curve-second': ink[3],
    '--mantine-color-gold-outline': gold[4],
    // Mantine's defaults are black and white here: neither is visible as a badge, nor warns like red.
    '--mantine-color-ink-light': ink[7],
    '--mantine-color-ink-light-color': ink[1],
    '--mantine-color-gray-light': dark[4],
    '--mantine-color-gray-light-hover': dark[5],
    '--mantine-color-gray-light-color': dark[0],
    '--mantine-color-red-6': '#ff8f87',
    '--mantine-color-red-outline': '#ff8f87',
    '--mantine-color-red-light-color': '#ff8f87',
    '--mantine-color-red-filled': '#c2362d',
    '--mantine-color-red-filled-hover': '#a82c24',
  },
});
