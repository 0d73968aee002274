import { OBJECT_FIELDS, type ObjectName } from './table.js';

/** Objects of the configuration. */
const PARTS: readonly ObjectName[] = ['info', 'ui', 'docsAuth', 'auth'];

/**
 * Returns the remedy for a field at another level of the configuration than its own, such as a title beside
 * `info`; empty for other fields.
 */
export function misplaced(name: string, object: ObjectName): string {
  if (object === 'config') {
    const part = PARTS.find((part) => Object.hasOwn(OBJECT_FIELDS[part], name));
    return part === undefined ? '' : ` Write it in ${part}: { ${part}: { ${name}: … } }.`;
  }
  if (!PARTS.includes(object) || !Object.hasOwn(OBJECT_FIELDS.config, name)) return '';
  return ` Write it beside ${object}: { ${object}: …, ${name}: … }.`;
}
