// Real answers of the API, seen by the tests and kept in docs/examples.json.
import kept from '../../docs/examples.json' with { type: 'json' };

export interface Examples {
  /** By method and route: `POST /v1/convert/merge-pdf`. */
  answers: Record<string, object>;
  /** By code. */
  errors: Record<string, object>;
}

export const examples: Examples = kept;
