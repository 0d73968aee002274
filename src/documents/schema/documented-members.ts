import type { Constructor } from '../../shared/types.js';
import { Checker } from '../json-schema/checker/checker.js';
import { memberFilter, type MemberFilter } from '../json-schema/member-filter.js';
import type { Schema } from '../json-schema/schema.js';
import { jsonSchemaOf } from './json-schema.js';

interface SentView {
  readonly groups?: readonly string[];
  readonly version?: number;
}

type DropMembers = <M>(
  members: M,
  plan: { readonly target: Constructor },
  discriminator: string | undefined,
) => M;

const DEFS = '#/$defs/';

/** By plan of a class in a view. A filter for each message or response would compile its schema again. */
const filters = new WeakMap<object, MemberFilter>();

/**
 * Creates a function that removes the members of an instance that its own class does not document.
 *
 * @param onUnknown receives the name of each, such as `Order.hash`; it may throw
 */
export function documentedMembers(view: SentView, onUnknown: (member: string) => void): DropMembers {
  return <M>(members: M, plan: { readonly target: Constructor }, discriminator: string | undefined): M => {
    const filter = filters.get(plan) ?? filterOf(plan.target, view);
    filters.set(plan, filter);
    return filter.apply(members, {
      onUnknown: (path) => {
        if (path.length === 1 && path[0] === discriminator) return true;
        onUnknown([plan.target.name, ...path].join('.'));
        return false;
      },
    }) as M;
  };
}

function filterOf(target: Constructor, view: SentView): MemberFilter {
  const options = { ...view, direction: 'output' as const, onDiagnostic: () => undefined };
  const { $defs = {}, ...schema } = jsonSchemaOf(target, options) as Schema & {
    $defs?: Record<string, Schema>;
  };
  return memberFilter(schema, new Checker({ resolve: (ref) => $defs[ref.slice(DEFS.length)] }));
}
