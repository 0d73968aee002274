import typescript from 'typescript';
import { testCompiler, testTypeScript7 } from './compiler-messages.js';

testCompiler('TypeScript 5.9', () => typescript);
testTypeScript7();
