import type { Finding } from '../shared/diagnostics.js';
import { isRecord } from '../shared/values.js';
import { isCsv } from '../documents/model/type/csv-type.js';
import type { NamedEndpoint } from '../documents/openapi/types/endpoint.js';

/** Reports the type `csv()`, since Nest sends JSON: only operations write and read CSV. */
export function reportCsv(
  { responses, requestBody }: NamedEndpoint,
  place: string,
  report: (finding: Finding) => void,
): void {
  if (![...Object.values(responses), requestBody].some(hasCsv)) return;
  report({
    code: 'csv-in-nest',
    message:
      "csv() documents CSV here, but Nest sends and reads JSON. Return a StreamableFile with @Header('Content-Type', 'text/csv') and @Returns(file('text/csv')), or define an operation.",
    place,
  });
}

function hasCsv(part: unknown): boolean {
  if (!isRecord(part)) return false;
  const { schema, content } = part;
  return isCsv(schema) || isCsv(part) || (isRecord(content) && Object.values(content).some(hasCsv));
}
