// What fontconfig is told: which font stands in for which family that is not installed.
import { escapeMarkup } from '#core/markup.ts';
import { families, lookalikes, predecessors } from './families.ts';

/** Stands in for each family: the first that has a letter is used for it. */
export const standIns: ReadonlyMap<string, readonly string[]> = new Map([
  ...families.flatMap(({ names, as, eastAsian = [] }) => names.map((name) => [name, [as, ...eastAsian]] as const)),
  ...Object.entries({ ...lookalikes, ...predecessors }).map(([name, as]) => [name, [as]] as const),
]);

/** Made for Cambria's widths, which it has lost; LibreOffice would take it for Cambria all the same. */
const hidden = 'Caladea';

/** What a page asks for when it wants the letters of the system: those of Windows, as most readers have it. */
const systemFamilies = ['system-ui', '-apple-system', 'BlinkMacSystemFont', 'ui-sans-serif'];

/** @param installed families of the system, of set-up and of the operator: they need no substitute */
export function fontRules(installed: ReadonlySet<string>): string {
  const hides = !installed.has('Cambria') && installed.has('Platen Serif 1');
  const missing = [...standIns]
    .filter(([name]) => !installed.has(name) || (hides && name === hidden))
    .map(([name, as]) => [name, as.filter((family) => installed.has(family))] as const)
    .filter(([, as]) => as.length > 0);
  const system = installed.has('Segoe UI') ? ['Segoe UI'] : (standIns.get('Segoe UI') ?? []);
  return [
    ...(hides ? [rejected(hidden)] : []),
    ...missing.map(([name, as]) => rule(name, as, 'any')),
    // Who asks for a letter that a font of ours has not asks by the name of that font.
    ...families.flatMap(({ as, eastAsian = [] }) =>
      eastAsian.length === 0 ? [] : [rule(as, [as, ...eastAsian], 'any')],
    ),
    ...systemFamilies.map((name) => rule(name, system, 'any')),
    // A pattern without any family passes a test of all of them.
    rule('system-ui', system, 'all'),
  ].join('\n');
}

const rejected = (family: string) =>
  `<selectfont><rejectfont><pattern><patelt name="family"><string>${family}</string></patelt></pattern></rejectfont></selectfont>`;

const rule = (name: string, as: readonly string[], quantity: 'any' | 'all'): string => {
  const mode = quantity === 'any' ? 'prepend' : 'prepend_first';
  return [
    '<match target="pattern">',
    `<test qual="${quantity}" name="family" compare="eq"><string>${escapeMarkup(name)}</string></test>`,
    `<edit name="family" mode="${mode}" binding="same">${as.map((family) => `<string>${escapeMarkup(family)}</string>`).join('')}</edit>`,
    // East Asian letters of a font with narrow Latin ones: whoever asks for one pitch is not to get a third family.
    ...(as.length > 1 ? ['<edit name="spacing" mode="delete_all"/>'] : []),
    '</match>',
  ].join('');
};
