import type typescript from 'typescript';
import { prepareTools, toolFile } from '../../support/programs/tools.js';
import { testCompiler } from './compiler-messages.js';

beforeAll(prepareTools, 300_000);

testCompiler('TypeScript 5.5', () => jest.requireActual<typeof typescript>('typescript-5.5'));
testCompiler('TypeScript 6', () => jest.requireActual<typeof typescript>(toolFile('typescript')));
