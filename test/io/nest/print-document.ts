/* Prints the document of the application that a module exports, as its user makes it. */
import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { fromDocumentBuilder, nestDocs, type BuiltDocument } from 'dtospec/nest';

interface Exported {
  readonly createApp: (options: object) => Promise<INestApplication>;
  readonly config: BuiltDocument;
}

async function main(module = ''): Promise<void> {
  const { createApp, config } = (await import(module)) as Exported;
  const app = await createApp({ preview: true, logger: false });
  const text = nestDocs(app, fromDocumentBuilder(config)).specJSON();
  process.stdout.write(text, () => process.exit(0));
}

void main(process.argv[2]);
