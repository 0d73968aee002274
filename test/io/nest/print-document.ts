/* Prints the documents of the applications that modules export, as their user makes them. */
import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { fromDocumentBuilder, nestDocs, type BuiltDocument } from 'dtospec/nest';

interface Exported {
  readonly createApp: (options: object) => Promise<INestApplication>;
  readonly config: BuiltDocument;
}

async function main(modules: readonly string[]): Promise<void> {
  const documents: unknown[] = [];
  for (const module of modules) {
    const { createApp, config } = (await import(module)) as Exported;
    const app = await createApp({ preview: true, logger: false });
    documents.push(nestDocs(app, fromDocumentBuilder(config)).buildSpec());
  }
  process.stdout.write(JSON.stringify(documents), () => process.exit(0));
}

void main(process.argv.slice(2));
