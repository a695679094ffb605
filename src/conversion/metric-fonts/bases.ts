// The free faces that others are made from: files of Debian's font packages, and of npm packages that hold the fonts of their name.

/** Regular, bold, italic, bold italic: names of files without ".ttf". */
export type Faces = readonly [regular: string, bold?: string, italic?: string, boldItalic?: string];

/** A family of Debian's packages that names its files in the usual way. */
const debian = (name: string, regular = 'Regular', italic = 'Italic'): Faces => [
  [name, regular].filter((part) => part !== '').join('-'),
  `${name}-Bold`,
  `${name}-${italic}`,
  `${name}-Bold${italic}`,
];

/** A family of an npm package, by the two weights that it is to have. */
const web = (name: string, regular = '400Regular', bold = '700Bold'): Faces => [
  `${name}_${regular}`,
  `${name}_${bold}`,
  `${name}_${regular}_Italic`,
  `${name}_${bold}_Italic`,
];

export const bases = {
  caladea: debian('Caladea'),
  carlito: debian('Carlito'),
  liberationSans: debian('LiberationSans'),
  liberationSerif: debian('LiberationSerif'),
  dejaVuSans: debian('DejaVuSans', '', 'Oblique'),
  dejaVuCondensed: debian('DejaVuSansCondensed', '', 'Oblique'),
  dejaVuSerif: debian('DejaVuSerifCondensed', ''),
  dejaVuMono: debian('DejaVuSansMono', '', 'Oblique'),
  notoSans: debian('NotoSans'),
  anonymousPro: web('AnonymousPro'),
  anton: ['Anton_400Regular'],
  archivoBlack: ['ArchivoBlack_400Regular'],
  comicNeue: web('ComicNeue'),
  ebGaramond: web('EBGaramond'),
  firaSans: web('FiraSans'),
  gelasio: web('Gelasio'),
  lato: web('Lato'),
  libreFranklinDemi: web('LibreFranklin', '600SemiBold', '800ExtraBold'),
  libreFranklinHeavy: web('LibreFranklin', '800ExtraBold', '900Black'),
  openSans: web('OpenSans'),
  openSansLight: web('OpenSans', '300Light'),
  openSansSemiBold: web('OpenSans', '600SemiBold', '800ExtraBold'),
  poppins: web('Poppins', '300Light', '600SemiBold'),
  ptSerif: web('PTSerif'),
  robotoLight: web('Roboto', '300Light'),
  sourceSans: web('SourceSans3'),
  sourceSansLight: web('SourceSans3', '300Light', '600SemiBold'),
  sourceSansSemiBold: web('SourceSans3', '600SemiBold', '900Black'),
} satisfies Record<string, Faces>;

/** Npm packages with free families that templates name: they are used as they are. */
export const openPackages: readonly string[] = [
  'anonymous-pro',
  'comic-neue',
  'eb-garamond',
  'gelasio',
  'inter',
  'lato',
  'libre-franklin',
  'montserrat',
  'nunito',
  'open-sans',
  'poppins',
  'raleway',
  'roboto',
  'source-sans-3',
];

/** Npm packages that only serve to make other faces. */
export const basePackages: readonly string[] = ['anton', 'archivo-black', 'fira-sans', 'pt-serif'];
