import type { PropertyAnnotations } from '../../decorators/record.js';
import { Recent } from '../base/recent.js';
import type { Constructor } from '../base/types.js';
import { Branch } from './branch.js';
import type { ClassFacts } from './class-facts.js';
import { validationStorage, type ValidationMetadata } from './class-validator/metadata.js';
import { alongRules } from './class-validator/rule-path.js';
import type { InitialValues } from './initial-values.js';
import type { Direction, PropertyModel, View } from './types.js';
import { readsAsWritten } from './type-direction.js';
import type { ResolvedValidation } from './validation-options.js';

/**
 * All that decides what a property is, but its name and what is said of it. Most properties of a service are like
 * others: what is made of one holds for each of its shape, and is made once.
 */
export class PropertyShape {
  /** The model in a direction, of whichever property came first. */
  readonly models: Partial<Record<Direction, PropertyModel>> = {};
  /** Stands for the shape in the models of a direction; what is one in both has one. */
  readonly identities: Readonly<Record<Direction, object>> = { input: {}, output: {} };

  /** @param isUndirected what is found of a request of the shape is found of a response */
  constructor(private readonly isUndirected: boolean) {}

  remember(direction: Direction, model: PropertyModel): void {
    this.models[direction] = model;
    // The other way round something may be left to say of a request.
    if (direction === 'input' && this.isUndirected && readsAsWritten(model.type))
      this.models.output ??= model;
  }
}

/** What is known of a class whatever the view. */
export interface ReadClass {
  readonly facts: ClassFacts;
  readonly initial: InitialValues;
  /** Those of every group, by property. */
  readonly rules: ReadonlyMap<string, readonly ValidationMetadata[]>;
}

/** The shapes of a class's properties in their order; one that decorators alone do not decide, or those of another, has none. */
export type Shapes = readonly (PropertyShape | undefined)[];

const NONE: Shapes = [];
const NO_RULES: readonly ValidationMetadata[] = [];

/** Gives equal shapes to properties that are alike under one set of options. */
export class PropertyShapes {
  readonly #byClass = new Recent<Constructor, Shapes>();
  readonly #tree = new Branch<PropertyShape>();

  readonly #isUndirected: boolean;

  constructor(private readonly options: ResolvedValidation) {
    this.#isUndirected = isUndirected(options);
  }

  /** The shapes of a class in a view; none with groups, a version or prefixes, which count by class or by name. */
  in(read: ReadClass, { groups, version, exposure }: View): Shapes {
    if (groups.length + this.options.groups.length > 0) return NONE;
    if (version !== undefined || exposure !== undefined) return NONE;
    const { target } = read.facts;
    let shapes = this.#byClass.get(target);
    if (shapes === undefined) this.#byClass.set(target, (shapes = this.#shapesOf(read)));
    return shapes;
  }

  #shapesOf({ facts, rules, initial }: ReadClass): Shapes {
    const { properties, transformation } = facts;
    const { strategy } = transformation;
    const tree = strategy === undefined ? this.#tree : this.#tree.at(STRATEGY).at(strategy);
    const storage = validationStorage();
    return properties.keys.map((key) => {
      if (initial.values[key] !== undefined || !properties.isPlain(key)) return undefined;
      const start = tree.at(properties.designOf(key));
      const said = facts.isSilent ? start : alongAnnotations(start, properties.annotationsOf(key));
      const end = said && alongRules(said, rules.get(key) ?? NO_RULES, storage);
      if (end === undefined) return undefined;
      return (end.end ??= new PropertyShape(this.#isUndirected && strategy === undefined && said === start));
    });
  }
}

/** Whether all that requests are read under leaves a property that decorators say nothing special of as responses have it. */
function isUndirected(options: ResolvedValidation): boolean {
  const { strategy, excludeExtraneousValues, enableImplicitConversion } = options;
  if (strategy === 'excludeAll' || excludeExtraneousValues || enableImplicitConversion) return false;
  return !options.skipNullProperties && !options.skipMissingProperties;
}

const STRATEGY = Symbol('strategy');
const SAID = Symbol('said by decorators');

/** Undefined where they decide by themselves what the property is. */
function alongAnnotations(
  branch: Branch<PropertyShape>,
  annotations: PropertyAnnotations,
): Branch<PropertyShape> | undefined {
  const { type, override, hidden, presence, nullable, access } = annotations;
  if (type !== undefined || override !== undefined || hidden === true) return undefined;
  if ((presence ?? nullable ?? access) === undefined) return branch;
  return branch.at(SAID).at(presence).at(nullable).at(access);
}
