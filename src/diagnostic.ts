/** Something that a careful reviewer would say of the document (design 7). */
export interface Diagnostic {
  /** Stable, in kebab case: `unknown-element-type`, `duplicate-operation-id`, … */
  readonly code: string;
  /** `error`: the document would be invalid or would lose something; `validate()` joins these. */
  readonly severity: 'error' | 'warning' | 'info';
  /** What is wrong, and how to mend it. */
  readonly message: string;
  /** Where: `GET /users/{id} responses.200`, `User.tags`, … */
  readonly place: string;
}

/** Takes a diagnostic; equal ones are kept once. */
export type Report = (diagnostic: Diagnostic) => void;
