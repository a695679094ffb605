// The errors of conversions, by code; those with variants by `code_variant` too. In English the API's own words are shown.

export const errors: Readonly<Record<string, string>> = {};
