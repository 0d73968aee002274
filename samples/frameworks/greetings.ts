// What all the samples here document: one DTO, one endpoint.
import 'reflect-metadata';
import { IsInt, IsString, MaxLength, Min } from 'class-validator';
import { Description, Docs, Example, response } from 'dtospec';

/** What the API answers. */
export class Greeting {
  @IsString()
  @MaxLength(80)
  @Example('Hello, Ada')
  text!: string;

  @IsInt()
  @Min(1)
  @Description('How often this name was greeted')
  count!: number;
}

export const docs = new Docs({
  info: { title: 'Greetings API', version: '1.0.0' },
  // From the installed package: nothing leaves this machine.
  ui: { viewerSource: 'local' },
});

docs.add({
  method: 'GET',
  path: '/greetings/:name',
  summary: 'Greet somebody',
  responses: { 200: response('The greeting', Greeting) },
});

const counts = new Map<string, number>();

export function greet(name: string): Greeting {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return Object.assign(new Greeting(), { text: `Hello, ${name}`, count });
}

/** Where the samples listen; 0 takes a free port. */
export const PORT = Number(process.env.PORT ?? 3000);

export function announce(server: { address(): unknown }): void {
  const { port } = server.address() as { port: number };
  console.log(`Docs page   http://127.0.0.1:${port}/docs/`);
}
