// Units of size. The API's MB are MiB.

export const KiB = 1 << 10;
export const MiB = 1 << 20;
export const GiB = 1 << 30;
