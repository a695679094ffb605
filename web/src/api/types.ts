// The dashboard's JSON. Types only, so that no server code is bundled. Times are milliseconds since 1970, sizes bytes.
export type * from '../../../src/dashboard/responses.ts';
