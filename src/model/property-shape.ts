import type { PropertyAnnotations } from '../../decorators/record.js';
import { Recent } from '../base/recent.js';
import type { Constructor } from '../base/types.js';
import { NOTHING_SAID } from './annotations.js';
import { Branch } from './branch.js';
import type { ClassFacts } from './class-facts.js';
import type { ValidationMetadata } from './class-validator/metadata.js';
import { alongRules } from './class-validator/rule-path.js';
import type { InitialValues } from './initial-values.js';
import type { Direction, PropertyModel, View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';

/**
 * All that decides what a property is, but its name and what is said of it. Most properties of a service are like
 * others: what is made of one holds for each of its shape, and is made once.
 */
export class PropertyShape {
  /** Stands for it in models. */
  readonly identity: object = {};
  /** The model in a direction, of whichever property came first. */
  readonly models: Partial<Record<Direction, PropertyModel>> = {};
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
const NO_RULES: readonly ValidationMetadata[] = [];

/** Gives equal shapes to properties that are alike under one set of options. */
export class PropertyShapes {
  readonly #byClass = new Recent<Constructor, ShapesByKey>();
  readonly #tree = new Branch<PropertyShape>();

  constructor(private readonly options: ResolvedValidation) {}

  /** The shapes of a class in a view; none with groups, a version or prefixes, which count by class or by name. */
  in(read: ReadClass, { groups, version, exposure }: View): ShapesByKey {
    if (groups.length + this.options.groups.length > 0) return NONE;
    if (version !== undefined || exposure !== undefined) return NONE;
    const { target } = read.facts;
    let shapes = this.#byClass.get(target);
    if (shapes === undefined) this.#byClass.set(target, (shapes = this.#shapesOf(read)));
    return shapes;
  }

  #shapesOf({ facts, rules, initial }: ReadClass): ShapesByKey {
    const shapes = new Map<string, PropertyShape>();
    const { properties, transformation } = facts;
    const { strategy } = transformation;
    const tree = strategy === undefined ? this.#tree : this.#tree.at(STRATEGY).at(strategy);
    for (const key of properties.keys()) {
      if (initial.values[key] !== undefined || !properties.isPlain(key)) continue;
      const start = alongAnnotations(tree.at(properties.designOf(key)), properties.annotationsOf(key));
      const end = start && alongRules(start, rules.get(key) ?? NO_RULES);
      if (end !== undefined) shapes.set(key, (end.end ??= new PropertyShape()));
    }
    return shapes;
  }
}

const STRATEGY = Symbol('strategy');
const SAID = Symbol('said by decorators');

/** Undefined where they decide by themselves what the property is. */
function alongAnnotations(
  branch: Branch<PropertyShape>,
  annotations: PropertyAnnotations,
): Branch<PropertyShape> | undefined {
  if (annotations === NOTHING_SAID) return branch;
  const { type, override, hidden, presence, nullable, access } = annotations;
  if (type !== undefined || override !== undefined || hidden === true) return undefined;
  if ((presence ?? nullable ?? access) === undefined) return branch;
  return branch.at(SAID).at(presence).at(nullable).at(access);
}
