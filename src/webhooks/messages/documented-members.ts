import type { Schema } from '../../documents/json-schema/schema.js';
import { memberFilter, type MemberFilter } from '../../documents/json-schema/member-filter.js';
import { jsonSchemaOf } from '../../documents/schema/json-schema.js';
import type { ClassPlan } from '../../serialize/plan.js';
import type { SerializeOptions } from '../../serialize/serialize.js';
import type { OnInstance } from '../../serialize/walk.js';

/** The filter of a class in one view, made with its first message. */
const filters = new WeakMap<ClassPlan, MemberFilter>();
/** Members that a warning has named. */
const warned = new Set<string>();
const MOST_WARNINGS = 1000;

const DEFS = '#/$defs/';

/** Takes away what the class of an instance does not document: the document of the webhook does not promise it. */
export function documentedMembers(view: SerializeOptions, undocumented: 'drop' | 'throw'): OnInstance {
  return (members, plan) => {
    const filter = filters.get(plan) ?? filterOf(plan, view);
    filters.set(plan, filter);
    return filter(members, (path) => {
      const member = [plan.target.name, ...path].join('.');
      const problem = `${member} is not documented. Give it a decorator, such as @Description(), or send it with setJSON(value, { undocumentedProperties: 'keep' })`;
      if (undocumented === 'throw') throw new Error(problem);
      if (!warned.has(member) && warned.size < MOST_WARNINGS) {
        warned.add(member);
        process.emitWarning(`A webhook leaves out what its class does not document: ${problem}.`, {
          type: 'WebhookWarning',
          code: 'UNDOCUMENTED_PROPERTY',
        });
      }
      return false;
    }) as typeof members;
  };
}

function filterOf({ target }: ClassPlan, view: SerializeOptions): MemberFilter {
  const options = { ...view, direction: 'output' as const, onDiagnostic: () => undefined };
  const { $defs = {}, ...schema } = jsonSchemaOf(target, options) as Schema & {
    $defs?: Record<string, Schema>;
  };
  return memberFilter(schema, (ref) => $defs[ref.slice(DEFS.length)]);
}
