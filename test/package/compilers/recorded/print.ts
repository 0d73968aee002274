import { Kinds } from './kinds.js';

/** Prints what the compiler recorded for each property, as the name of a value. */
const PROPERTIES = [
  'text',
  'count',
  'when',
  'bytes',
  'literal',
  'literalOrNull',
  'textOrNull',
  'textOrNumber',
  'local',
  'shared',
  'item',
  'itemOrNull',
  'itself',
  'typeImport',
  'shape',
  'list',
  'readonlyList',
  'listOrNull',
  'tuple',
  'set',
  'map',
  'record',
  'promise',
  'accessor',
];

function nameOf(recorded: unknown): string {
  if (recorded === undefined) return 'nothing';
  if (typeof recorded === 'function') return recorded.name;
  return typeof recorded === 'object' ? 'the enum' : JSON.stringify(recorded);
}

const recorded = PROPERTIES.map((key) => [
  key,
  nameOf(Reflect.getMetadata('design:type', Kinds.prototype, key)),
]);
console.log(JSON.stringify(Object.fromEntries(recorded)));
