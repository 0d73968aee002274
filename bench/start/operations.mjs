// The service as operations of dtospec.
import { createRequire } from 'node:module';
import { declareClasses } from '../document/classes.mjs';
import { operationsOf } from './operations-of.mjs';
import { classes, endpoints, item } from './service.mjs';

const require = createRequire(import.meta.url);
const { Docs } = require('../../dist/index.cjs');

export const docs = new Docs({ info: { title: 'Bench', version: '1' } });
export const operations = operationsOf(endpoints, declareClasses(classes), () => item);
