import { filesDocument, type FileShape } from '../../support/documents/file-document.js';
import { askType } from './compile.js';
import { typeOf, typesOf, writeProbe } from './generator-verdicts.js';
import { inVersion } from './shapes/all.js';
import { GENERATORS, NEW, OLD, type Generator, type Version } from './shapes/shape.js';
import type { Problem } from './compile.js';

type Types = Readonly<Record<Generator, string>>;

/** A file; openapi-typescript has one type for all texts. */
const FILE: Types = { 'openapi-typescript': 'string', 'hey-api': 'Blob | File', orval: 'Blob | File' };
const TEXT: Types = { 'openapi-typescript': 'string', 'hey-api': 'string', orval: 'Blob | File' };
const UNKNOWN: Types = { 'openapi-typescript': 'unknown', 'hey-api': 'unknown', orval: 'unknown' };

interface FileCase {
  readonly shape: FileShape;
  readonly versions: readonly Version[];
  readonly types: Types;
}

/** What each generator makes of a file, by the name that the shape has in the document. */
const CASES: Readonly<Record<string, FileCase>> = {
  Binary: { shape: 'binary', versions: [...OLD, ...NEW], types: FILE },
  TypedBinary: { shape: 'binary with its media type', versions: NEW, types: FILE },
  TypedText: { shape: 'a text with a media type', versions: NEW, types: TEXT },
  Typed: { shape: 'a media type alone', versions: NEW, types: { ...UNKNOWN, orval: 'Blob | File' } },
  Anything: { shape: 'anything', versions: NEW, types: UNKNOWN },
};

export function fileCasesOf(version: Version): [name: string, tested: FileCase][] {
  return inVersion(CASES, version);
}

export const fileDocumentName = (version: Version): string => `files-${version}`;

/** A document with all shapes of a file that a version has. */
export function fileShapesDocument(version: Version): object {
  return filesDocument(
    version,
    Object.fromEntries(fileCasesOf(version).map(([name, { shape }]) => [name, shape])),
  );
}

/** A program that asks for the types of a file and of each of a list. */
export function probeFiles(version: Version, generator: Generator): string | undefined {
  const lines = fileCasesOf(version).flatMap(([name]) => [
    askType(`${name}_one`, typeOf(generator, `Form${name}`, 'file')),
    askType(`${name}_each`, `${typeOf(generator, `Form${name}`, 'files')}[number]`),
  ]);
  return writeProbe(fileDocumentName(version), generator, lines);
}

/** The types of a file, alone and in a list, that each generator made. */
export function fileTypes(version: Version, name: string, problems: readonly Problem[]): object {
  return Object.fromEntries(
    GENERATORS.map((generator) => {
      const types = typesOf(fileDocumentName(version), generator, problems);
      return [generator, [types.get(`${name}_one`), types.get(`${name}_each`)]];
    }),
  );
}
