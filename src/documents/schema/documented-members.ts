import type { Constructor } from '../../shared/types.js';
import { Checker } from '../json-schema/checker/checker.js';
import { memberFilter, type MemberFilter } from '../json-schema/member-filter.js';
import type { Schema } from '../json-schema/schema.js';
import { jsonSchemaOf } from './json-schema.js';

interface SentView {
  readonly groups?: readonly string[];
  readonly version?: number;
}

const DEFS = '#/$defs/';

/** Returns a filter of the members that a class documents in what is sent. */
export function documentedMembersOf(target: Constructor, view: SentView): MemberFilter {
  const options = { ...view, direction: 'output' as const, onDiagnostic: () => undefined };
  const { $defs = {}, ...schema } = jsonSchemaOf(target, options) as Schema & {
    $defs?: Record<string, Schema>;
  };
  return memberFilter(schema, new Checker({ resolve: (ref) => $defs[ref.slice(DEFS.length)] }));
}
