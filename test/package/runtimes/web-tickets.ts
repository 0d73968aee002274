// A class that `validator` reads, and an operation that a client calls, in every runtime.
import { Type } from 'class-transformer';
import {
  IsDate,
  IsEmail,
  IsInt,
  IsOptional,
  IsPhoneNumber,
  IsString,
  Matches,
  Min,
  ValidateNested,
} from 'class-validator';
import { createClient } from 'dtospec/client';
import { Docs, jsonLines, operation, response, validator } from 'dtospec';

class Seat {
  @IsInt() @Min(1) row!: number;
  @IsOptional() @Matches(/^\p{Lu}$/u) letter?: string;
}

class Ticket {
  @IsEmail() email!: string;
  @IsDate() @Type(() => Date) day!: Date;
  @IsOptional() @IsPhoneNumber() phone?: string;
  @ValidateNested({ each: true }) @Type(() => Seat) seats!: Seat[];
}

class Note {
  @IsString() text!: string;
}

const read = validator(Ticket);

/** What `validator` makes of a value, as JSON. */
export function readTicket(value: unknown): object {
  const { value: ticket, faults } = read(value);
  if (ticket === undefined) return { faults };
  return { ticket, isInstance: ticket instanceof Ticket && ticket.day instanceof Date };
}

/** Values, valid and invalid. */
export const TICKETS: readonly unknown[] = [
  { email: 'ada@example.com', day: '2026-01-02T03:04:05Z', seats: [{ row: 1, letter: 'Ä' }], other: 1 },
  { email: 'ada@example.com', day: 'soon', phone: '1', seats: [{ row: 0, letter: 'a' }] },
  { email: 'ada', day: null, seats: {} },
  null,
];

const addNote = operation(
  { method: 'POST', path: '/notes', body: Note, responses: { 201: response('The note', Note) } },
  ({ body }) => body,
);
const streamNotes = operation(
  { method: 'GET', path: '/notes', responses: { 200: jsonLines('Notes', Note) } },
  async function* () {
    for (const text of ['one', 'two']) yield await Promise.resolve({ text });
  },
);

export const notes = [addNote, streamNotes];
export const api = new Docs({ info: { title: 'Notes', version: '1' } })
  .addOperations([addNote, streamNotes])
  .clientApi([addNote, streamNotes]);

/** Calls the operations at an address by a client. */
export async function callNotes(origin: string): Promise<unknown> {
  const client = createClient<typeof api>(origin);
  const added = await client['/notes'].post({ body: { text: 'new' } });
  const listed = await client['/notes'].get();
  const texts: unknown[] = [];
  if (listed.ok) for await (const { text } of listed.data) texts.push(text);
  return [added.status, added.data, texts];
}
