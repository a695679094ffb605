// The requirements of a part of Platen on its system. `./platen docs` writes the packages of all requirements to
// setup/packages.txt, which the set-up reads; `./platen doctor` probes the versions.

export interface Requirement {
  id: string;
  program: string;
  /** The versions that the program prints when it is started with `args`, by their component. */
  versions: { args: readonly string[]; of: Readonly<Record<string, VersionPattern>> };
  packages?: Packages;
}

/** The version is the first group that matched. */
export interface VersionPattern {
  pattern: RegExp;
  atLeast?: string;
}

/** Debian packages: those in `newer` come from backports on Debian 12, whose own are too old. */
export interface Packages {
  stable?: readonly string[];
  newer?: readonly string[];
}
