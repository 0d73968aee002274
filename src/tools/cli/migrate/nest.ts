import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuiltDocument } from 'dtospec/internal/nest';
import type { AnyDocument, DocumentComparison } from '../../migrate/compare.js';
import { choiceOf, type Command, EXIT, InputError, type OptionValues } from '../command.js';
import { type Exports, importFor, type LoadedApplication, loadNestApplication } from '../load/load-module.js';
import { formatAdvice, withoutReverted } from './advice.js';
import { adviseSources } from './project.js';
import type { BuildCommand } from './build.js';
import { buildFirst } from './write.js';
import { readFileDocument } from '../load/read-document.js';

export const migrateNest: Command = {
  usage: '<module> [options]',
  help: `Reports which decorators of @nestjs/swagger an application can delete, because validators, types and the compiler provide the
same, and which decorators of dtospec replace the others. Then compares the document of @nestjs/swagger with dtospec's,
property by property.
The module is compiled JavaScript. It exports the application, a function that makes it, createApp(options), or its root
module. The application runs in preview mode: it does not listen or connect.`,
  options: {
    '--export <name>': 'The export to take [createApp, app, AppModule or default]',
    '--config <name>': 'The export with a DocumentBuilder or its result',
    '--theirs <file>': 'A file with the document of @nestjs/swagger (JSON or YAML), instead of creating it',
    '--format <text|json>': 'The output format [text]',
    '--project <file>': 'The tsconfig.json that lists the sources [the nearest]',
    '--write': 'Rewrite the sources, build, and take back each change that alters the document',
    '--build <command>': 'The command that builds the module, for --write [npm run build]',
    '--document <file>': "Write dtospec's document to this file, and do nothing else",
    '--check': 'Exit with 1 if the documents contradict each other, or the one of @nestjs/swagger has more',
  },
  examples: [
    'dist/create-app.js --config config',
    'dist/create-app.js --check --format json',
    'dist/create-app.js --write --build "npm run build"',
  ],
  positionals: [1, 1],
  run: async ([file = ''], options, { cwd, print }) => {
    const format = choiceOf(options, 'format', ['text', 'json']) ?? 'text';
    // A file that cannot be read is reported before the application is created.
    const otherDocument =
      typeof options.theirs === 'string' ? await readFileDocument(options.theirs, cwd) : undefined;
    const prove = options.write === true ? await buildFirst(buildCommandOf(file, options, cwd)) : undefined;
    const loaded = await loadNestApplication(file, options.export as string | undefined, cwd);
    const built = await builtConfig(loaded.exports, options.config as string | undefined, file, cwd);
    const { compareDocuments, formatComparison } = await import('../../migrate/compare.js');
    const { fromDocumentBuilder } = await import('dtospec/nest');
    const { buildLikeNestSwagger, readMigration } = await import('../../migrate/migrate.js');
    const config = built && fromDocumentBuilder(built);
    if (typeof options.document === 'string') {
      const { docs } = buildLikeNestSwagger(loaded.app, config);
      writeFileSync(path.resolve(cwd, options.document), docs.specJSON());
      return EXIT.done;
    }
    const { docs, words } = readMigration(loaded.app, config);
    const theirs = otherDocument ?? (await theirDocument(loaded.app, built, file, cwd));
    const comparison = compareDocuments(theirs, docs.buildSpec());
    const project = options.project as string | undefined;
    const advised = await adviseSources(words, { project, module: file, cwd });
    const rewrites = advised.map(({ rewrite }) => rewrite).filter(({ changes }) => changes.length > 0);
    const proved = await prove?.(rewrites);
    const reverted = proved?.map((rewrite) => ({ ...rewrite, file: path.relative(cwd, rewrite.file) }));
    const sources = advised.map(({ rewrite: _, ...advice }) => withoutReverted(advice, reverted ?? []));
    print(
      format === 'json'
        ? `${JSON.stringify({ ...comparison, sources, ...(reverted && { takenBack: reverted.map(({ file, reason }) => ({ file, reason })) }) }, null, 2)}\n`
        : `${formatAdvice(sources, reverted !== undefined)}\n${formatComparison(comparison)}\n${OPERATION_IDS}`,
    );
    return options.check === true && isPoorer(comparison) ? EXIT.found : EXIT.done;
  },
};

const OPERATION_IDS = `The operationIds compared are those of nestDocs(app, { routes: { operationId: 'nestjs-swagger' } }). Without that
option every operation gets another id, and generated clients get other method names.
`;

function buildCommandOf(
  file: string,
  { build, export: exported, config }: OptionValues,
  cwd: string,
): BuildCommand {
  const option = (name: string, value: unknown): string[] =>
    typeof value === 'string' ? [`--${name}`, value] : [];
  return {
    command: build as string | undefined,
    documentArguments: [
      'migrate',
      'nest',
      file,
      ...option('export', exported),
      ...option('config', config),
      '--document',
    ],
    cwd,
  };
}

function isPoorer({ counts }: DocumentComparison): boolean {
  return counts.contradicts + counts['said-more'] > 0;
}

interface Swagger {
  readonly SwaggerModule?: { createDocument(app: LoadedApplication['app'], config: object): AnyDocument };
  readonly DocumentBuilder?: new () => Builder;
}

interface Builder {
  build(): BuiltDocument;
}

async function swaggerOf(file: string, cwd: string): Promise<Swagger> {
  return (await importFor(file, '@nestjs/swagger', cwd)) ?? {};
}

async function builtConfig(
  exports: Exports,
  name: string | undefined,
  file: string,
  cwd: string,
): Promise<BuiltDocument | undefined> {
  if (name === undefined) {
    const { DocumentBuilder } = await swaggerOf(file, cwd);
    return DocumentBuilder && new DocumentBuilder().build();
  }
  const builder = exports[name] as Partial<Builder> | undefined;
  if (typeof builder !== 'object')
    throw new InputError(`${file} has no export ${name} that is a configuration.`);
  return typeof builder.build === 'function' ? builder.build() : (builder as unknown as BuiltDocument);
}

async function theirDocument(
  app: LoadedApplication['app'],
  built: BuiltDocument | undefined,
  file: string,
  cwd: string,
): Promise<AnyDocument> {
  const { SwaggerModule } = await swaggerOf(file, cwd);
  if (SwaggerModule === undefined || built === undefined)
    throw new InputError(
      `@nestjs/swagger is not installed beside ${file}. If the application uses it elsewhere, give its document, as the application served it: --theirs openapi.json. Without it, there is nothing to migrate: docs/nest.md begins with nestDocs(app).`,
    );
  const { setRouterPaths } = await import('dtospec/internal/nest');
  setRouterPaths(app);
  return SwaggerModule.createDocument(app, built);
}
