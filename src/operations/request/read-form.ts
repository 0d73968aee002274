import type { Reading } from '../reader/read-instance.js';
import type { ValueReader } from '../reader/value-reader.js';
import type { MultipartForm } from './multipart-form.js';

/** Reads a multipart form: the schema and class-validator decide about its fields, and the form about its files. */
export async function readForm(
  { fields, files, faults, late }: MultipartForm,
  reader: ValueReader,
): Promise<Reading> {
  const reading = await reader.read(fields, files);
  const refusedFields = new Set(faults.map(({ path: [first] }) => first));
  const others = (reading.faults ?? []).filter(({ path: [first] }) => !refusedFields.has(first));
  const named = new Set(others.map((fault) => late.get(`${fault.path[0]}`) ?? fault));
  return faults.length + named.size > 0 ? { faults: [...faults, ...named] } : reading;
}
