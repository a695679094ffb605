// Rules for fontconfig: the replacements of families that are not installed.
import { escapeMarkup } from '#core/markup.ts';
import { families, lookalikes, predecessors } from './families.ts';

/** The replacements of each family, in order: each letter is taken from the first that has it. */
export const standIns: ReadonlyMap<string, readonly string[]> = new Map([
  ...families.flatMap(({ names, as, eastAsian = [] }) => names.map((name) => [name, [as, ...eastAsian]] as const)),
  ...Object.entries({ ...lookalikes, ...predecessors }).map(([name, as]) => [name, [as]] as const),
]);

/** It no longer has Cambria's widths, but LibreOffice would still use it for Cambria. */
const hidden = 'Caladea';

/** Names of the system's own font: Windows' is used, as most readers have it. */
const systemFamilies = ['system-ui', '-apple-system', 'BlinkMacSystemFont', 'ui-sans-serif'];

/** @param installed the families that need no replacement: the system's, the operator's, and those made at set-up */
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
    // Programs look for a missing letter by the name of our font.
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
    // A request for a monospaced font would otherwise get its East Asian letters from a third family.
    ...(as.length > 1 ? ['<edit name="spacing" mode="delete_all"/>'] : []),
    '</match>',
  ].join('');
};
