import { isRecord } from '../../shared/values.js';
import type { SpecContext } from './context.js';
import { extensionsOf, soundFields } from './fields/sound.js';
import type { ObjectName } from './fields/table.js';

/** Groups of options, whose names are looked at though other parts of the house take their values. */
const GROUPS = { ui: 'config.ui', auth: 'config.auth', docsAuth: 'config.docsAuth' } as const;

/** What the document has at its root beside its objects; unknown options get a diagnostic. */
export function createRoot(context: SpecContext): { readonly fields: object; readonly extensions: object } {
  const { given } = context.config;
  const sound = soundFields(given, 'config', 'config', context);
  for (const [name, place] of Object.entries(GROUPS)) {
    const group: unknown = given[name as keyof typeof GROUPS];
    if (isRecord(group)) soundFields(group, name as ObjectName, place, context);
  }
  const { $self, jsonSchemaDialect } = given;
  return {
    fields: soundFields({ $self, jsonSchemaDialect }, 'document', 'config', context),
    extensions: extensionsOf(sound),
  };
}
