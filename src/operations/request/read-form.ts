import { resolveLazy } from '../../documents/model/type-input-error.js';
import type { TypeRef } from '../../documents/model/types.js';
import { type Reading, readInstance } from '../reader/read-instance.js';
import { type ReadContext, readValue } from '../reader/read-value.js';
import { mergeFaults } from '../reader/schema-faults.js';
import type { Fault } from '../reader/faults.js';
import type { SchemaReader } from '../reader/type-schemas.js';
import type { MultipartForm } from './multipart-form.js';

/** Reads a multipart form: the schema and class-validator decide about its fields, and the form about its files. */
export async function readForm(
  { fields, files, fileNames, faults, late }: MultipartForm,
  type: TypeRef,
  schema: SchemaReader | undefined,
  context: ReadContext,
): Promise<Reading> {
  const unknown: Fault[] = [];
  const documented = schema?.documented(fields, unknown) ?? fields;
  const isFile = ({ path: [first = ''] }: Fault): boolean => fileNames.has(first);
  const refused = (schema?.faultsOf(fields) ?? []).filter((fault) => !isFile(fault));
  const resolved = resolveLazy(type);
  const reading =
    resolved.kind === 'class'
      ? await readInstance(resolved.target, documented, context.instances, files)
      : await readValue(documented, resolved, context);
  const told = new Set(faults.map(({ path: [first] }) => first));
  const others = mergeFaults([...refused, ...unknown], reading.faults).filter(
    ({ path: [first] }) => !told.has(first),
  );
  const named = new Set(others.map((fault) => late.get(`${fault.path[0]}`) ?? fault));
  return faults.length + named.size > 0 ? { faults: [...faults, ...named] } : reading;
}
