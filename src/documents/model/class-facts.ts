import { accessorIn, convertsValues } from './accessors.js';
import { once } from '../../shared/once.js';
import { designTypeOf } from './type/design-type.js';
import { registeredTypeOf, type TypeTransformed } from '../../../decorators/registered-types.js';
import type { ClassAnnotations, PropertyAnnotations } from '../../../decorators/record.js';
import type { Constructor } from '../../shared/types.js';
import {
  classAnnotationsOf,
  createPropertyAnnotations,
  NO_ANNOTATIONS,
  type Source,
  sourcesOf,
} from './annotations.js';
import {
  type ClassTransformation,
  type Exposure,
  exposureOf,
  NO_TRANSFORMATION,
  type Transformation,
  transformationOf,
  type Transformed,
  transformedOf,
  transformsOf,
  typeTransformOf,
  type TransformType,
  transformTypeOf,
} from './class-transformer/metadata.js';
import {
  apiPropertiesOf,
  type ApiPropertyFacts,
  withApiProperty,
  withPresenceOfFact,
} from './api-property/facts.js';
import type { Direction } from './types.js';
import { factsOf } from './facts/active-facts.js';
import type { PropertyFact } from './facts/facts.js';

export interface ClassFacts {
  readonly target: Constructor;
  /** The name of the component. */
  readonly name: string;
  readonly annotations: ClassAnnotations;
  /** Options of class-transformer for all properties of the class. */
  readonly transformation: ClassTransformation;
  /**
   * True if class-transformer knows nothing but types: every property has its own name and is in every view.
   */
  readonly isTypedOnly: boolean;
  /** The class and its ancestors, with what their decorators declare. */
  readonly sources: readonly Source[];
  /**
   * True if a decorator of dtospec or of @nestjs/swagger, or the plugin of the latter, describes the class.
   */
  readonly isDescribed: boolean;
  /** True if a mapped type of another library copied rules to the class. */
  readonly hasOrigins: boolean;
  /** True if a rule is about which members a request has. */
  readonly hasMemberRules: boolean;
  /** Also inherited properties, by their names in the class. */
  readonly properties: ReadonlyMap<string, PropertyFacts>;
}

export function describeClass(target: Constructor): ClassFacts {
  // A later registerType would contradict what is read here.
  registeredTypeOf(target);
  const transformed = transformedOf(target);
  const sources = sourcesOf(target);
  let isDescribed = false;
  let hasOrigins = false;
  let hasMemberRules = false;
  for (const source of sources) {
    isDescribed ||= source.isDescribed;
    hasOrigins ||= source.origins.length > 0;
    hasMemberRules ||= source.hasMemberRules;
  }
  const annotations = classAnnotationsOf(target, isDescribed);
  return {
    target,
    name: annotations.name ?? componentName(target.name),
    annotations,
    transformation: transformed.isTypedOnly ? NO_TRANSFORMATION : transformationOf(target),
    isTypedOnly: transformed.isTypedOnly,
    sources,
    isDescribed,
    hasOrigins,
    hasMemberRules,
    properties: readProperties(target, sources, transformed, { isDescribed, hasOrigins }),
  };
}

/**
 * Returns a name that OpenAPI allows for a component. A class may have no name, or one with other characters.
 */
export function componentName(name: unknown): string {
  // A static member called `name` hides the name of the class.
  const legal = (typeof name === 'string' ? name : '').replace(/[^a-zA-Z0-9._-]/gu, '_');
  return legal === '' ? 'Anonymous' : legal;
}

/** The metadata of a property, except validation rules, which depend on groups. */
export interface PropertyFacts {
  readonly key: string;
  /** Decorators of dtospec; those of a class override those of its base. */
  readonly annotations: PropertyAnnotations;
  /** Options of `@ApiProperty` of @nestjs/swagger. */
  readonly apiProperty: ApiPropertyFacts | undefined;
  /** Options of class-transformer's `@Expose` and `@Exclude`. */
  readonly exposure: Exposure | undefined;
  /** The type of class-transformer's `@Type`. */
  readonly type: TransformType | undefined;
  /** The type that the compiler recorded (`design:type`). */
  readonly design: unknown;
  /** The `@Transform` functions of each direction. */
  readonly transforms: Readonly<Record<Direction, readonly Transformation[]>>;
  /** The registered type whose conversion class-transformer does. */
  readonly typeTransform: TypeTransformed | undefined;
  /** The getter or setter of the prototype. */
  readonly accessor: PropertyDescriptor | undefined;
  /** Returns whether the setter may make another value of what a request has. It calls the setter. */
  readonly converts: () => boolean;
  /** The facts of `dtospec extract` about the property. Decorators and rules override it. */
  readonly fact: PropertyFact | undefined;
  /** True if the facts describe the property, and no decorator but a rule does. */
  readonly hasOnlyFact: boolean;
}

/** The sources of the facts about the properties of a class. */
interface PropertySources {
  readonly target: Constructor;
  readonly annotationsOf: ((key: string) => PropertyAnnotations) | undefined;
  readonly apiProperties: ReadonlyMap<string, ApiPropertyFacts>;
  readonly facts: ReturnType<typeof factsOf>;
  /** The properties with a decorator of class-transformer. */
  readonly transformed: Transformed;
}

function readProperties(
  target: Constructor,
  sources: readonly Source[],
  transformed: Transformed,
  { isDescribed, hasOrigins }: Pick<ClassFacts, 'isDescribed' | 'hasOrigins'>,
): ReadonlyMap<string, PropertyFacts> {
  const ofProperty: PropertySources = {
    target,
    annotationsOf: isDescribed || hasOrigins ? createPropertyAnnotations(sources) : undefined,
    apiProperties: isDescribed ? apiPropertiesOf(target) : NO_API_PROPERTIES,
    facts: factsOf(target),
    transformed,
  };
  const properties = new Map<string, PropertyFacts>();
  for (const { keys } of sources)
    for (const key of keys) if (!properties.has(key)) properties.set(key, readProperty(key, ofProperty));
  return properties;
}

function readProperty(key: string, sources: PropertySources): PropertyFacts {
  const { target, annotationsOf, transformed } = sources;
  const prototype = target.prototype as object;
  const decorated = annotationsOf === undefined ? NO_ANNOTATIONS : annotationsOf(key);
  const fact = sources.facts?.property(key);
  const own = fact === undefined ? decorated : withTexts(decorated, fact);
  const apiProperty = apiPropertyOf(key, own, fact, sources);
  const isTransformed = transformed.keys.has(key);
  const isMore = isTransformed && !transformed.isTypedOnly;
  const type = isTransformed ? transformTypeOf(target, key) : undefined;
  const accessor = key in prototype ? accessorIn(prototype, key) : undefined;
  const isDecorated = isTransformed || apiProperty !== undefined || Object.keys(decorated).length > 0;
  return {
    key,
    annotations: apiProperty === undefined ? own : withApiProperty(own, apiProperty),
    apiProperty,
    exposure: isMore ? exposureOf(target, key) : undefined,
    type,
    // Mapped types of Nest copy the type that @Type recorded, but not the compiler's metadata.
    design: designTypeOf(prototype, key) ?? type?.reflected,
    transforms: isMore
      ? { input: transformsOf(target, key, 'input'), output: transformsOf(target, key, 'output') }
      : NO_TRANSFORMS,
    typeTransform: isMore ? typeTransformOf(target, key) : undefined,
    accessor,
    converts: accessor?.set === undefined ? NEVER : once(() => convertsValues(target, key)),
    fact,
    hasOnlyFact: fact !== undefined && !isDecorated,
  };
}

function apiPropertyOf(
  key: string,
  own: PropertyAnnotations,
  fact: PropertyFact | undefined,
  { apiProperties }: PropertySources,
): ApiPropertyFacts | undefined {
  if (apiProperties.size === 0) return undefined;
  const documented = enforcedAccess(apiProperties.get(key), own);
  return documented && fact ? withPresenceOfFact(documented, fact) : documented;
}

const NO_API_PROPERTIES: ReadonlyMap<string, ApiPropertyFacts> = new Map();

/** Adds the texts of a comment that no decorator gives. */
function withTexts(own: PropertyAnnotations, { annotations }: PropertyFact): PropertyAnnotations {
  const { description, ...others } = annotations;
  return {
    ...(own.doc === undefined && description !== undefined ? { description } : {}),
    ...others,
    ...own,
  };
}

const NO_TRANSFORMS: PropertyFacts['transforms'] = { input: [], output: [] };
const NEVER = (): boolean => false;

/** class-transformer enforces the access of our decorators; that of @nestjs/swagger is only documented. */
function enforcedAccess(
  apiProperty: ApiPropertyFacts | undefined,
  own: PropertyAnnotations,
): ApiPropertyFacts | undefined {
  return apiProperty && own.access !== undefined ? { ...apiProperty, access: undefined } : apiProperty;
}
