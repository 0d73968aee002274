// node check-types.mjs COMPILER FOLDER: what a compiler of JavaScript has against a project and the declarations of dtospec,
// as `tsc -p` prints it. Those of Node.js and of other packages, which are most of what it would check, are theirs.
import { createRequire } from 'node:module';
import path from 'node:path';

const [compiler, folder] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);
const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (found) => report([found]) };
const project = ts.getParsedCommandLineOfConfigFile(path.join(folder, 'tsconfig.json'), {}, host);
const program = ts.createProgram(project.fileNames, project.options);
const ours = program
  .getSourceFiles()
  .filter(
    ({ fileName }) => fileName.startsWith(folder) || /\/node_modules\/dtospec(?:-tools)?\//.test(fileName),
  );
report([
  ...project.errors,
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...program.getSyntacticDiagnostics(),
  ...ours.flatMap((file) => [
    ...program.getSemanticDiagnostics(file),
    ...(file.isDeclarationFile ? [] : program.getDeclarationDiagnostics(file)),
  ]),
]);
// Nothing to check is a mistake of whoever calls it.
if (!ours.some(({ fileName }) => fileName.includes('/node_modules/dtospec/')))
  console.log('no declarations of dtospec are imported');

function report(found) {
  const names = {
    getCurrentDirectory: () => folder,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  };
  process.stdout.write(ts.formatDiagnostics(found, names));
}
