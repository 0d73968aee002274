// Servers of a process: each message of its parent asks for one, `[FRAMEWORK, 'bare' | 'dtospec']`.
import { listen } from '../lib/listen.mjs';
import { FRAMEWORKS } from './frameworks.mjs';

listen((framework, kind) => FRAMEWORKS[framework][kind]());
