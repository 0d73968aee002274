// Servers of a process: each message of its parent asks for one, `[CONTESTANT]`.
import { listen } from '../lib/listen.mjs';
import { CONTESTANTS } from './contestants.mjs';

listen((contestant) => CONTESTANTS[contestant]());
