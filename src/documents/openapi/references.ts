import { didYouMean } from '../../shared/nearest.js';
import { show } from '../../shared/values.js';
import type { Components, OpenApiVersion } from './config.js';
import type { SpecContext } from './context.js';
import type { ReferenceTo } from './document.js';
import { createObject } from './fields/sound.js';
import { OBJECT_FIELDS } from './fields/table.js';
import type { Reference } from './objects.js';

/** What references may lead to, by the names of OpenAPI (3.2, 4.8.7); schemas have references of their own. */
export type ComponentKind = Exclude<keyof Components, `x-${string}` | 'extensions' | 'schemas'>;

type Given<K extends ComponentKind> = NonNullable<Components[K]>[string];

/** Whether an object is a reference to one. */
export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && '$ref' in value;
}

/** Whether the document's version of OpenAPI has components of a kind; where it has not, they are in full where used. */
export function hasComponents(kind: ComponentKind, openapi: OpenApiVersion): boolean {
  return OBJECT_FIELDS.components[kind].since <= openapi;
}

/** The Reference Object; undefined, with a diagnostic, where it leads nowhere. */
export function createReference<T>(
  given: Reference,
  kind: ComponentKind,
  place: string,
  context: SpecContext,
): ReferenceTo<T> | undefined {
  const $ref = refOf(given, kind, place, context);
  if ($ref === undefined) return undefined;
  return createObject({ ...given, $ref }, 'reference', place, context) as ReferenceTo<T> | undefined;
}

function refOf(
  { $ref }: Reference,
  kind: ComponentKind,
  place: string,
  { config, report }: SpecContext,
): string | undefined {
  const name = nameIn($ref, kind);
  const known = Object.keys(config.components[kind] ?? {});
  // What begins neither with # nor is a name leads out of the document.
  if (name === undefined && typeof $ref === 'string' && /[/:.]/.test($ref) && !$ref.startsWith('#'))
    return $ref;
  if (name !== undefined && known.includes(name)) return `#/components/${kind}/${name}`;
  const remedy = name === undefined ? '' : didYouMean(name, known);
  report({
    code: 'dangling-reference',
    message: `The reference ${show($ref)} leads nowhere and is left out. Put it into config.components.${kind}.${remedy}`,
    place,
  });
  return undefined;
}

/** The component that a reference names, as it was configured. */
export function resolveComponent<K extends ComponentKind>(
  { $ref }: { readonly $ref?: string | undefined },
  kind: K,
  { config }: Pick<SpecContext, 'config'>,
): Given<K> | undefined {
  const components = (config.components[kind] ?? {}) as Readonly<Record<string, Given<K>>>;
  const name = nameIn($ref, kind);
  return name !== undefined && Object.hasOwn(components, name) ? components[name] : undefined;
}

/** The name that a reference has in `config.components`, by itself or as a whole reference. */
function nameIn($ref: unknown, kind: ComponentKind): string | undefined {
  if (typeof $ref !== 'string') return undefined;
  const prefix = `#/components/${kind}/`;
  if ($ref.startsWith(prefix)) return $ref.slice(prefix.length);
  return /^[\w.-]+$/.test($ref) ? $ref : undefined;
}
