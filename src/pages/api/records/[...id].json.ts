/** Every record as JSON, as its file has it. */
import { readFile } from 'node:fs/promises';
import type { APIRoute, GetStaticPaths } from 'astro';
import { text } from '../../../exports/addresses.ts';
import { recordFile, recordPaths } from '../../../journal/records.ts';

export const getStaticPaths = recordPaths satisfies GetStaticPaths;

export const GET: APIRoute<{ id: string }> = async ({ props }) =>
  text(await readFile(await recordFile(props.id)), 'application/json');
