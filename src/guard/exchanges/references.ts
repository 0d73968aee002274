import { ConfigError } from '../../shared/errors.js';
import { lookUp } from '../../shared/json-pointer.js';
import { isRecord } from '../../shared/values.js';

/** What a reference leads to, and where that is. @throws ConfigError for one that leads out of the document */
export function followReference<T>(
  given: T,
  pointer: string,
  document: object,
): { object: T; pointer: string } {
  let found = { object: given as unknown, pointer };
  const followed = new Set<string>();
  while (isRecord(found.object) && typeof found.object.$ref === 'string') {
    const { $ref } = found.object;
    const object = followed.has($ref) ? undefined : lookUp(document, $ref);
    if (object === undefined)
      throw new ConfigError(
        `The reference ${$ref} at ${found.pointer} leads to nothing within the document. Bundle the document into one file first.`,
      );
    followed.add($ref);
    found = { object, pointer: $ref };
  }
  return found as { object: T; pointer: string };
}
