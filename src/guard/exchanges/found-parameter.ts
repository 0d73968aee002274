import type { ParameterObject } from '../../documents/openapi/document.js';

/** A parameter in full, and where it stands in the document. */
export interface FoundParameter {
  readonly parameter: ParameterObject;
  readonly pointer: string;
}
