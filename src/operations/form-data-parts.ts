import type { MultipartLimits, Part } from './multipart-parts.js';
import { Refusal } from './problem.js';

/** The parts of a form that the framework has read already, as Hono's `formData()` leaves it. */
export async function* partsOfFormData(
  form: FormData,
  isFile: (name: string) => boolean,
  limits: MultipartLimits,
): AsyncGenerator<Part, void, undefined> {
  const { maxFileBytes, maxFieldBytes, maxFiles, maxFields } = limits;
  let files = 0;
  let fields = 0;
  for (const [name, value] of form) {
    const isText = typeof value === 'string';
    if ((isText ? Buffer.byteLength(value) : value.size) > (isText ? maxFieldBytes : maxFileBytes))
      throw new Refusal(413, `The form has a ${isText ? 'field' : 'file'} that is too long.`);
    if (isFile(name) ? (files += 1) > maxFiles : (fields += 1) > maxFields)
      throw new Refusal(413, `The form has more than ${maxFiles} files or ${maxFields} fields.`);
    if (!isFile(name)) yield { name, contentType: 'text/plain', text: isText ? value : await value.text() };
    else {
      const file = isText ? new File([value], '', { type: 'text/plain' }) : value;
      yield {
        name,
        contentType: file.type,
        filename: isText ? undefined : baseName(file.name),
        content: file.stream(),
      };
    }
  }
}

/** As the parser of parts has it: a client may tell a path. */
function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
