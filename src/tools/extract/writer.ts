import type ts from 'typescript';
import type { FactSchema } from 'dtospec/internal';
import type { Compiler } from './compiler/compiler.js';

/** A schema that accepts every value. */
export const OPEN: FactSchema = {};

/** Writes the parts of a type. */
export interface Writer {
  readonly compiler: Compiler;
  readonly types: {
    /** Returns a reference to an enum if the values are all that it has. */
    enumReference(symbol: ts.Symbol, values: readonly unknown[]): FactSchema | undefined;
  };
  /**
   * Returns the schema of a type, or undefined if JSON has no such value: undefined, a function, a symbol.
   */
  schemaOf(type: ts.Type): FactSchema | undefined;
}
