export type Version = '3.0' | '3.1' | '3.2';

export const GENERATORS = ['openapi-typescript', 'hey-api', 'orval'] as const;
export type Generator = (typeof GENERATORS)[number];

/** What reads a document, or judges values by it. */
export type Tool = Generator | 'prism' | 'kin-openapi' | 'python-jsonschema' | 'spectral' | 'redocly';

/** What tools make of a shape that read it otherwise. None: all agree, so this is a shape to write. */
export type But = Readonly<Partial<Record<Tool, string>>>;

/** What is to be understood by a shape. */
export interface Meaning {
  /** TypeScript, with the components of `components.ts` by their names. */
  readonly type: string;
  readonly takes: readonly unknown[];
  readonly refuses: readonly unknown[];
}

/** A way to write a property's schema. */
export interface Shape extends Meaning {
  readonly versions: readonly Version[];
  readonly schema: object;
  readonly but: But;
}

/** By the name of the component that has it. */
export type Shapes = Readonly<Record<string, Shape>>;

export function shape(meaning: Meaning, versions: readonly Version[], schema: object, but: But = {}): Shape {
  return { ...meaning, versions, schema, but };
}

export function meaning(type: string, takes: readonly unknown[], refuses: readonly unknown[]): Meaning {
  return { type, takes, refuses };
}

export function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

export const ALL: readonly Version[] = ['3.0', '3.1', '3.2'];
export const OLD: readonly Version[] = ['3.0'];
export const NEW: readonly Version[] = ['3.1', '3.2'];

export const TEXT = { type: 'string' };
export const NUMBER = { type: 'number' };
export const NULL = { type: 'null' };
