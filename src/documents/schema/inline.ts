import type { Constructor } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import type { ClassModel, View } from '../model/types.js';
import { schemaOfModel } from './class-schema.js';
import type { DiscriminatorBranch, SchemaContext } from './context.js';
import { branchOutline } from './discriminator-branch.js';

/** Schemas of classes written out at each use; where a class contains itself, a description takes its place. */
export function inlineClasses(
  models: (target: Constructor, view: View) => ClassModel,
  above: ReadonlySet<Constructor> = new Set(),
): SchemaContext['schemaOfClass'] {
  return (target: Constructor, context: SchemaContext, branch?: DiscriminatorBranch): Schema => {
    const model = models(target, context.view);
    if (above.has(target)) return backEdge(model, branch);
    const schemaOfClass = inlineClasses(models, new Set(above).add(target));
    return schemaOfModel(model, { ...context, place: model.name, schemaOfClass }, branch);
  };
}

/** As a branch of a discriminated union it keeps its constant: else it would fit where another branch does. */
function backEdge(model: ClassModel, branch: DiscriminatorBranch | undefined): Schema {
  const object: Schema = branch === undefined ? { type: 'object' } : branchOutline(branch);
  return { ...object, description: `Recursive reference to ${model.name}` };
}
