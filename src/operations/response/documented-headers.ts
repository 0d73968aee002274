import type { Checker } from '../../documents/json-schema/checker/checker.js';
import { describeFault } from '../../documents/json-schema/checker/describe-fault.js';
import { shapeOfSchema } from '../../documents/openapi/create/parameter-style.js';
import { isReference } from '../../documents/openapi/create/references.js';
import type {
  HeaderObject,
  ParameterObject,
  ResponseObject,
} from '../../documents/openapi/types/document.js';
import type { Conversions } from '../request/conversions.js';
import { prepare } from '../request/read-parameters.js';

/** A header that the document describes. */
export interface DocumentedHeader {
  readonly name: string;
  readonly required: boolean;
  /** Returns the difference between a text and the schema, or undefined. */
  readonly faultIn: (text: string) => string | undefined;
}

/** OpenAPI ignores the header Content-Type of a response (OpenAPI 3.1, 4.8.17.1). */
const IGNORED = /^content-type$/i;

export function documentedHeaders(
  { headers = {} }: ResponseObject,
  conversions: Conversions,
  checker: Checker,
): DocumentedHeader[] {
  return Object.entries(headers).flatMap(([name, header]) =>
    isReference(header) || IGNORED.test(name) ? [] : [documentedHeader(name, header, conversions, checker)],
  );
}

function documentedHeader(
  name: string,
  header: HeaderObject,
  conversions: Conversions,
  checker: Checker,
): DocumentedHeader {
  const parameter = { ...header, name, in: 'header' } as ParameterObject;
  const shape = header.schema && shapeOfSchema(header.schema, { outlineOf: conversions.resolve });
  const bound = { parameter, ...(shape && { shape }) };
  const prepared = prepare(bound, parameter, conversions, new Set());
  const { schema = true } = prepared;
  return {
    name,
    required: header.required === true,
    faultIn: (text) => {
      const [fault] = checker.faultsOf(
        schema,
        prepared.read({ pairs: [[name, text]], decode: (part) => part }),
        1,
      );
      return fault && describeFault(fault);
    },
  };
}
