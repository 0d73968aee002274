import type { PropertyAnnotations } from '../../decorators/record.js';
import type { Constructor } from '../base/types.js';
import { createPropertyAnnotations, NOTHING_SAID, type Source } from './annotations.js';
import { apiPropertiesOf, withApiProperty, type ApiPropertyFacts } from './api-property/facts.js';
import {
  exposureOf,
  transformsOf,
  transformTypeOf,
  type Exposure,
  type Transformation,
  type Transformed,
  type TransformType,
} from './class-transformer/metadata.js';
import { designTypeOf } from './design-type.js';
import type { Direction } from './types.js';

/** All that decorators record of a property, but for validation rules, which depend on groups. */
export interface PropertyFacts {
  readonly key: string;
  readonly annotations: PropertyAnnotations;
  /** What @nestjs/swagger's decorators say of it. */
  readonly apiProperty: ApiPropertyFacts | undefined;
  readonly exposure: Exposure | undefined;
  readonly type: TransformType | undefined;
  /** What the compiler recorded. */
  readonly design: unknown;
  readonly transforms: Readonly<Record<Direction, readonly Transformation[]>>;
  /** The getter, setter or method that an instance finds on its prototypes. */
  readonly accessor: PropertyDescriptor | undefined;
}

/** What a class as a whole tells of its properties. */
export interface ClassEvidence {
  readonly target: Constructor;
  /** It and the classes that it extends, the most basic first. */
  readonly sources: readonly Source[];
  readonly transformed: Transformed;
  /** Neither our decorators nor those of @nestjs/swagger say anything of it. */
  readonly isSilent: boolean;
}

/**
 * The properties of a class in declaration order, the base class's first. Each is read when it is first asked for: most
 * are like one that was met before, of which the model is known.
 */
export class Properties {
  readonly #facts = new Map<string, PropertyFacts>();
  readonly #class: ClassEvidence;
  readonly #prototypes: readonly object[];
  readonly #apiProperties: ReadonlyMap<string, ApiPropertyFacts>;
  readonly #ownAnnotations: (key: string) => PropertyAnnotations;

  constructor(
    readonly keys: readonly string[],
    evidence: ClassEvidence,
  ) {
    const { target, sources, isSilent } = evidence;
    this.#class = evidence;
    this.#prototypes = prototypesOf(target);
    this.#apiProperties = isSilent ? NO_API_PROPERTIES : apiPropertiesOf(target);
    this.#ownAnnotations = isSilent ? sayNothing : createPropertyAnnotations(sources);
  }

  get size(): number {
    return this.keys.length;
  }

  has(key: string): boolean {
    return this.keys.includes(key);
  }

  get(key: string): PropertyFacts | undefined {
    const known = this.#facts.get(key);
    if (known !== undefined || !this.has(key)) return known;
    const read = this.read(key);
    this.#facts.set(key, read);
    return read;
  }

  values(): PropertyFacts[] {
    return this.keys.map((key) => this.get(key) ?? this.read(key));
  }

  /** Whether a property is named and read as it stands: no decorator of others but `@Type` and no accessor has a say in it. */
  isPlain(key: string): boolean {
    if (!this.#class.transformed.isTypedOnly && this.#class.transformed.keys.has(key)) return false;
    if (this.#apiProperties.has(key)) return false;
    return this.#prototypes.length === 0 || this.#accessorOf(key) === undefined;
  }

  /** Whether a plain property has a `@Type`. */
  isTyped(key: string): boolean {
    return this.#class.transformed.keys.has(key);
  }

  /** What is said of a property. */
  annotationsOf(key: string): PropertyAnnotations {
    return this.#class.isSilent ? NOTHING_SAID : (this.get(key)?.annotations ?? NOTHING_SAID);
  }

  /** What the compiler recorded. */
  designOf(key: string): unknown {
    const known = this.#facts.get(key);
    return known === undefined ? designTypeOf(this.#class.target.prototype as object, key) : known.design;
  }

  /** Keys of the properties that have a getter. */
  get getters(): readonly string[] {
    if (this.#prototypes.length === 0) return [];
    return this.keys.filter((key) => this.#accessorOf(key)?.get !== undefined);
  }

  /** What is recorded of a property, be it one that no decorator names. */
  read(key: string): PropertyFacts {
    const { target, transformed } = this.#class;
    const { exposure, type, transforms } = transformed.keys.has(key)
      ? transformationIn(target, key, transformed)
      : UNTRANSFORMED;
    const own = this.#ownAnnotations(key);
    const said = this.#apiProperties.get(key);
    // Ours is obeyed, theirs only documented.
    const apiProperty = said && own.access !== undefined ? { ...said, access: undefined } : said;
    const annotations = apiProperty === undefined ? own : withApiProperty(own, apiProperty);
    const accessor = this.#accessorOf(key);
    const design = designTypeOf(target.prototype as object, key);
    return { key, annotations, apiProperty, exposure, type, design, transforms, accessor };
  }

  /** A plain value on a prototype is a default that an instance may have of its own. */
  #accessorOf(key: string): PropertyDescriptor | undefined {
    for (const prototype of this.#prototypes) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
      if (descriptor !== undefined)
        return 'value' in descriptor && typeof descriptor.value !== 'function' ? undefined : descriptor;
    }
    return undefined;
  }
}

function sayNothing(): PropertyAnnotations {
  return NOTHING_SAID;
}

const NO_API_PROPERTIES: ReadonlyMap<string, ApiPropertyFacts> = new Map();

type TransformationFacts = Pick<PropertyFacts, 'exposure' | 'type' | 'transforms'>;

/** Of a property without any decorator of class-transformer. */
const UNTRANSFORMED: TransformationFacts = {
  exposure: undefined,
  type: undefined,
  transforms: { input: [], output: [] },
};

function transformationIn(
  target: Constructor,
  key: string,
  { isTypedOnly }: Transformed,
): TransformationFacts {
  if (isTypedOnly) return { ...UNTRANSFORMED, type: transformTypeOf(target, key) };
  return {
    exposure: exposureOf(target, key),
    type: transformTypeOf(target, key),
    transforms: { input: transformsOf(target, key, 'input'), output: transformsOf(target, key, 'output') },
  };
}

/** The prototypes that an instance finds accessors and methods on, its own class's first. */
function prototypesOf(target: Constructor): object[] {
  const prototypes: object[] = [];
  let prototype = target.prototype as object | null;
  while (prototype !== null && prototype !== Object.prototype) {
    // Most DTO classes have nothing else there.
    const names = Object.getOwnPropertyNames(prototype);
    if (names.length > 1 || names[0] !== 'constructor') prototypes.push(prototype);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return prototypes;
}
