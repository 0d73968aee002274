import type { Constructor } from '../base/types.js';
import type { ClassFacts, PropertyFacts } from './class-facts.js';
import { constraintsIn, isSelfContained, type ValidationMetadata } from './class-validator.js';
import type { InitialValues } from './initial-values.js';
import type { Direction, PropertyModel, View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';

/**
 * All that decides what a property is, but its name and what is said of it. Most properties of a service are like
 * others: what is made of one holds for each of its shape, and is made once.
 */
export interface PropertyShape {
  /** The model in a view without groups and version, of whichever property came first. */
  readonly models: Partial<Record<Direction, PropertyModel>>;
}

/** What is known of a class whatever the view. */
export interface ReadClass {
  readonly facts: ClassFacts;
  readonly initial: InitialValues;
  /** Those of every group, by property. */
  readonly rules: ReadonlyMap<string, readonly ValidationMetadata[]>;
}

/** The shapes of a class's properties; one that decorators alone do not decide, or those of another property, has none. */
export type ShapesByKey = ReadonlyMap<string, PropertyShape>;

const NONE: ShapesByKey = new Map();

/** Gives equal shapes to properties that are alike under one set of options. */
export class PropertyShapes {
  readonly #byClass = new Map<Constructor, ShapesByKey>();
  readonly #byKey = new Map<string, PropertyShape>();
  readonly #ids = new Map<unknown, number>();

  constructor(private readonly options: ResolvedValidation) {}

  /** The shapes of a class in a view; none with groups or a version, which each class counts in its own way. */
  in(read: ReadClass, { groups, version }: View): ShapesByKey {
    if (groups.length + this.options.groups.length > 0 || version !== undefined) return NONE;
    const { target } = read.facts;
    let shapes = this.#byClass.get(target);
    if (shapes === undefined) this.#byClass.set(target, (shapes = this.#shapesOf(read)));
    return shapes;
  }

  #shapesOf({ facts, rules, initial }: ReadClass): ShapesByKey {
    const shapes = new Map<string, PropertyShape>();
    for (const [key, property] of facts.properties) {
      const own = rules.get(key) ?? [];
      if (initial.values[key] !== undefined || !isPlain(facts, property) || !own.every(isSelfContained))
        continue;
      const text = this.#keyOf(facts, property, own);
      let shape = this.#byKey.get(text);
      if (shape === undefined) this.#byKey.set(text, (shape = { models: {} }));
      shapes.set(key, shape);
    }
    return shapes;
  }

  #keyOf(
    { transformation }: ClassFacts,
    { design, annotations }: PropertyFacts,
    rules: readonly ValidationMetadata[],
  ): string {
    const { presence, nullable, access } = annotations;
    let key = `${this.#idOf(design)} ${transformation.strategy} ${presence} ${nullable} ${access}`;
    for (const rule of rules) {
      key += `\n${rule.type} ${rule.name} ${rule.each}`;
      for (const constraint of constraintsIn(rule)) key += ` ${this.#textOf(constraint)}`;
    }
    return key;
  }

  /** Equal texts for arguments that mean the same; any other object is like itself only. */
  #textOf(value: unknown, isItem = false): string {
    if (typeof value === 'string') return JSON.stringify(value);
    if (value instanceof RegExp) return String(value);
    if (Array.isArray(value) && !isItem) return `[${value.map((one) => this.#textOf(one, true)).join()}]`;
    if (typeof value === 'function') return `#${this.#idOf(value)}`;
    if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`;
    return isEmptyObject(value) ? '{}' : `#${this.#idOf(value)}`;
  }

  #idOf(value: unknown): number {
    let id = this.#ids.get(value);
    if (id === undefined) this.#ids.set(value, (id = this.#ids.size));
    return id;
  }
}

/** The options of a rule that was given none. */
function isEmptyObject(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length === 0;
}

/** Whether a property is named and read as it stands, and no function has a say in what it is. */
function isPlain({ transformation: { excluded } }: ClassFacts, property: PropertyFacts): boolean {
  const { key, annotations, exposure, type, transforms, accessor } = property;
  if (exposure !== undefined || type !== undefined || accessor !== undefined || key in Object.prototype)
    return false;
  if (
    transforms.input.length + transforms.output.length > 0 ||
    excluded.input.has(key) ||
    excluded.output.has(key)
  )
    return false;
  return annotations.type === undefined && annotations.override === undefined && annotations.hidden !== true;
}
