export enum Shared {
  A = 'a',
  B = 'b',
}

export class Other {
  id!: number;
}

export interface Shape {
  id: number;
}
