import type { ClassModel, Constructor, View } from '../model/types.js';
import { schemaOfModel } from './class-schema.js';
import type { SchemaContext, Tag } from './context.js';
import type { Schema } from '../json-schema/schema.js';
import { taggedObject } from './tagged.js';

/** Schemas of classes written out at each use; where a class contains itself, the seed's stand-in (2.1). */
export function inlineClasses(
  models: (target: Constructor, view: View) => ClassModel,
  above: ReadonlySet<Constructor> = new Set(),
): SchemaContext['schemaOfClass'] {
  return (target: Constructor, context: SchemaContext, tag?: Tag): Schema => {
    const model = models(target, context.view);
    if (above.has(target)) return backEdge(model, tag);
    const schemaOfClass = inlineClasses(models, new Set(above).add(target));
    return schemaOfModel(model, { ...context, place: model.name, schemaOfClass }, tag);
  };
}

/** As a branch of a discriminated union it keeps its constant: else it would fit where another branch does. */
function backEdge(model: ClassModel, tag: Tag | undefined): Schema {
  const object: Schema = tag === undefined ? { type: 'object' } : taggedObject(tag);
  return { ...object, description: `Recursive reference to ${model.name}` };
}
