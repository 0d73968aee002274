import { TypeOf } from '../../../../../decorators/types.js';
import { Left } from './left.js';

export class Right {
  @TypeOf(() => Left) left!: unknown;
}
