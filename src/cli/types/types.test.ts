import { expect, it } from 'vitest';
import { publishedTypes, sizes } from '../../matrix/types.ts';
import { oneOfEach } from '../../testing/all-cases.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { check, projectsOf, run } from './index.ts';

const projects = oneOfEach(projectsOf(sizes[0]), ({ compiler, router: { system, zod } }) =>
  compiler === '7' ? `${system === undefined} ${zod}` : compiler,
);

it.concurrent.each(projects)('$id has its published count, by $compiler', async (project) => {
  const { id, compiler } = project;
  const row = publishedTypes.rows.find((each) => each.id === id && each.compiler === compiler);
  const { count } = await check(project);
  expect(count, 'run npm run types -- --write').toBe(row?.instantiations[0]);
});

it('refuses a number of repeats that is none', async () => {
  const { code, stderr } = await runCli(run, ['--repeats', '0']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--repeats: got "0", expected a')]);
});
