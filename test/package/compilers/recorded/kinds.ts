import 'reflect-metadata';
import { Shared } from './other.js';
import type { Other, Shape } from './other.js';

const Recorded: PropertyDecorator = () => undefined;

enum Local {
  A = 'a',
  B = 'b',
}

class Item {
  id!: number;
}

/** A row of the table for each property. Its type is the first column. */
export class Kinds {
  @Recorded text!: string;
  @Recorded count!: bigint;
  @Recorded when!: Date;
  @Recorded bytes!: Uint8Array;
  @Recorded literal!: 'a' | 'b';
  @Recorded literalOrNull!: 'a' | null;
  @Recorded textOrNull!: string | null;
  @Recorded textOrNumber!: string | number;
  @Recorded local!: Local;
  @Recorded shared!: Shared;
  @Recorded item!: Item;
  @Recorded itemOrNull!: Item | null;
  @Recorded itself!: Kinds;
  @Recorded typeImport!: Other;
  @Recorded shape!: Shape;
  @Recorded list!: Item[];
  @Recorded readonlyList!: readonly Item[];
  @Recorded listOrNull!: Item[] | null;
  @Recorded tuple!: [number, string];
  @Recorded set!: Set<string>;
  @Recorded map!: Map<string, Item>;
  @Recorded record!: Record<string, Item>;
  @Recorded promise!: Promise<Item>;
  @Recorded get accessor(): Item[] {
    return [];
  }
}
