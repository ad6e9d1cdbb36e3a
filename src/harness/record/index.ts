/** What a run leaves behind: the record, its schema and its text. */
export * from './names.ts';
export * from './quoted-record.ts';
export * from './text.ts';
export * from './record.ts';
export * from './session.ts';
export * from './text.ts';
