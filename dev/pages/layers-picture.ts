// The part of docs/architecture.md that is made from the table of layers: a picture and a row for each.
import { layers } from '../layers.ts';
import { table } from '#reference/pages/table.ts';

/** A diagram of the imports of each layer, without those that a longer path implies, and the table behind it. */
export const layersPicture = (): string =>
  ['```mermaid', 'flowchart TD', ...nodes(), ...arrows(), '```', '', rows()].join('\n');

const known = new Map(layers.map(({ folder, imports, types = [] }) => [folder, [...imports, ...types].map(layerOf)]));

/** A file that may be imported represents its folder. */
function layerOf(name: string): string {
  return layers.find(({ folder }) => folder === name || name.startsWith(`${folder}/`))?.folder ?? name;
}

const idOf = (folder: string) => folder.replaceAll('/', '_').replaceAll('*', 'files');

const nodes = () => layers.map(({ folder }) => `  ${idOf(folder)}["${folder === '*' ? 'src/*.ts' : folder}"]`);

function arrows(): string[] {
  return layers.flatMap(({ folder }) => {
    const direct = (known.get(folder) ?? []).filter((name) => known.has(name));
    const further = new Set(direct.flatMap((name) => [...reachable(name)]));
    return [...new Set(direct)]
      .filter((name) => !further.has(name))
      .map((name) => `  ${idOf(folder)} --> ${idOf(name)}`);
  });
}

/** All direct and indirect imports of a layer. */
function reachable(folder: string): Set<string> {
  const found = new Set<string>();
  const work = [...(known.get(folder) ?? [])];
  for (let name = work.pop(); name !== undefined; name = work.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    work.push(...(known.get(name) ?? []));
  }
  return found;
}

const names = (list: readonly string[]) => list.map((name) => `\`${name.replace('conversion/', '…/')}\``).join(' ');

const rows = () =>
  table(
    ['folder', 'purpose', 'imports', 'types only'],
    layers.map(({ folder, about, imports, types = [] }) => [`\`${folder}\``, about, names(imports), names(types)]),
  );
