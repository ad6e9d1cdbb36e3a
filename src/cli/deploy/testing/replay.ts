/** Runs the shell steps of a workflow as GitHub does, with stubs of the commands that leave this machine. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';

interface Step extends Partial<Record<'id' | 'name' | 'if' | 'run', string>> {
  env?: Record<string, string>;
}

/**
 * @param name of a workflow with one job
 * @param context objects that expressions name, but for `runner` and `steps`
 * @param stubs scripts of bash by the names of the commands that they replace
 * @param folder an empty one for the files of the job: RUNNER_TEMP
 * @returns calls of stubs as they were typed, and names of steps that failed
 */
export function replay(
  name: string,
  context: object,
  stubs: Readonly<Record<string, string>>,
  folder: string,
): { calls: string[]; failed: string[] } {
  const text = readFileSync(`.github/workflows/${name}.yml`, 'utf8');
  const { jobs } = parse(text) as { jobs: Record<string, { steps: Step[] }> };
  const log = join(folder, 'calls');
  const output = join(folder, 'output');
  mkdirSync(join(folder, 'bin'));
  for (const [command, script] of Object.entries(stubs)) {
    const file = join(folder, 'bin', command);
    writeFileSync(file, `#!/usr/bin/env bash\necho "${command} $*" >> "${log}"\n${script}\n`);
    chmodSync(file, 0o755);
  }
  const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const failed: string[] = [];
  const outputs: Record<string, Record<string, string>> = {};
  // Expressions of GitHub that stand in these workflows mean the same in JavaScript.
  const valueOf = (expression: string): unknown =>
    runInNewContext(expression.replaceAll(/steps\.(\w+)\.outputs\.(\w+)/g, 'output("$1", "$2")'), {
      ...context,
      runner: { temp: folder },
      output: (id: string, key: string) => outputs[id]?.[key] ?? '',
      failure: () => failed.length > 0,
      cancelled: () => false,
    });
  const filled = (value: string) =>
    value.replaceAll(/\$\{\{(.+?)\}\}/g, (_, expression: string) => String(valueOf(expression)));
  for (const step of Object.values(jobs).flatMap(({ steps }) => steps)) {
    const { id = '', run, if: condition = 'true', env = {} } = step;
    const asked = condition.replace(/^\$\{\{(.+)\}\}$/, '$1');
    const isSkipped = failed.length > 0 && !/failure|cancelled/.test(asked);
    if (run === undefined || isSkipped || valueOf(asked) !== true) continue;
    const given = Object.fromEntries(Object.entries(env).map(([key, to]) => [key, filled(to)]));
    const own = { PATH: path, RUNNER_TEMP: folder, GITHUB_OUTPUT: output };
    writeFileSync(output, '');
    const { status } = spawnSync('bash', ['-eo', 'pipefail', '-c', run], {
      env: { ...process.env, ...given, ...own },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) failed.push(step.name ?? run);
    const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
    outputs[id] = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s) as [string, string]));
  }
  return { calls: readFileSync(log, 'utf8').split('\n').filter(Boolean), failed };
}
