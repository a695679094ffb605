// The system requirements of a part of Platen. `./platen docs` writes the packages of all requirements to
// setup/packages.txt, which the set-up reads; `./platen doctor` probes the versions.

export interface Requirement {
  id: string;
  program: string;
  /** The versions that the program prints when started with `args`, by component. */
  versions: { args: readonly string[]; of: Readonly<Record<string, VersionPattern>> };
  packages?: Packages;
}

/** A pattern whose first matching group is the version. */
export interface VersionPattern {
  pattern: RegExp;
  atLeast?: string;
}

/** Debian packages; `newer` ones come from backports on Debian 12, whose own are too old. */
export interface Packages {
  stable?: readonly string[];
  newer?: readonly string[];
}
