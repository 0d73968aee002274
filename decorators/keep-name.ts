/**
 * Keeps the name of a class in minified programs: a component of the document has it. A static property would
 * fail where a compiler assigns it, since the name of a class is read-only.
 */
export function KeepName(name: string): (target: object) => void {
  return (target) => {
    Object.defineProperty(target, 'name', { value: name });
  };
}
