/** Runs the shell steps of a workflow's job as GitHub does, with stubs of the commands that leave this machine. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Step {
  id?: string;
  name?: string;
  if?: string;
  run?: string;
  env?: Record<string, string>;
  'working-directory'?: string;
}
interface Workflow {
  jobs: Record<string, { if?: string; steps: Step[] }>;
}

export interface Replay {
  /** `preview-deploy/deploy`: the file and its job. */
  job: string;
  /** Values of the expressions that steps use, but for outputs of steps; of conditions, `true` or `false`. */
  expressions: Readonly<Record<string, string>>;
  /** Scripts of bash in the place of commands, by name. */
  stubs: Readonly<Record<string, string>>;
  /** An empty folder for the files of the job: RUNNER_TEMP. */
  folder: string;
  /** The folder in which the steps run. */
  cwd: string;
  env?: Readonly<Record<string, string>>;
}

export interface Replayed {
  /** Names of the steps that ran, the failed one included. */
  ran: string[];
  /** Steps that failed, with what they wrote. */
  failed: Record<string, string>;
  /** Calls of stubs, as they were typed. */
  calls: string[];
}

/** @throws Error naming an expression that has no value: a step came to use it */
export function replay({ job, expressions, stubs, folder, cwd, env = {} }: Replay): Replayed {
  const [file = '', name = ''] = job.split('/');
  const workflow = parse(readFileSync(`.github/workflows/${file}.yml`, 'utf8')) as Workflow;
  const { steps = [], if: condition } = workflow.jobs[name] ?? {};
  const [bin, called] = [join(folder, 'bin'), join(folder, 'calls')];
  mkdirSync(bin);
  for (const [command, script] of Object.entries(stubs)) {
    const stub = join(bin, command);
    writeFileSync(stub, `#!/usr/bin/env bash\necho "${command} $*" >> "${called}"\n${script}\n`);
    chmodSync(stub, 0o755);
  }
  const outputs: Record<string, string> = {};
  const valueOf = (expression: string): string => {
    const value =
      expressions[expression] ??
      (/^steps\./.test(expression) ? (outputs[expression] ?? '') : undefined);
    if (value === undefined) throw new Error(`${job}: got no value for "${expression}"`);
    return value;
  };
  const filled = (text: string) =>
    text.replaceAll(/\$\{\{\s*(.+?)\s*\}\}/g, (_, expression: string) => valueOf(expression));
  const done: Replayed = { ran: [], failed: {}, calls: [] };
  if (condition !== undefined && valueOf(condition) !== 'true') return done;
  for (const [at, step] of steps.entries()) {
    if (step.run === undefined) continue;
    const asked = step.if?.replace(/^\$\{\{\s*(.+?)\s*\}\}$/, '$1');
    const hasFailed = Object.keys(done.failed).length > 0;
    if (hasFailed && !/always\(\)|cancelled\(\)/.test(asked ?? '')) continue;
    if (asked !== undefined && !holds(asked, valueOf)) continue;
    const title = step.name ?? step.run.split('\n')[0] ?? '';
    const output = join(folder, `output-${at}`);
    const given = Object.entries(step.env ?? {}).map(
      ([key, value]) => [key, filled(value)] as const,
    );
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', filled(step.run)], {
      cwd: join(cwd, step['working-directory'] ?? '.'),
      encoding: 'utf8',
      env: {
        ...process.env,
        ...env,
        ...Object.fromEntries(given),
        ...{ PATH: `${bin}:${process.env['PATH']}`, RUNNER_TEMP: folder, GITHUB_OUTPUT: output },
      },
    });
    done.ran.push(title);
    if (status !== 0) done.failed[title] = `${stdout}${stderr}`;
    if (!existsSync(output)) continue;
    for (const line of readFileSync(output, 'utf8').split('\n').filter(Boolean)) {
      const [key = '', value = ''] = line.split(/=(.*)/s);
      outputs[`steps.${step.id}.outputs.${key}`] = value;
    }
  }
  if (existsSync(called)) done.calls = readFileSync(called, 'utf8').split('\n').filter(Boolean);
  return done;
}

/** A condition has parts joined by `&&`, and some parts ask for an output of a step. @returns whether it holds */
function holds(condition: string, valueOf: (expression: string) => string): boolean {
  return condition.split(' && ').every((part) => {
    if (part === '!cancelled()' || part === 'always()') return true;
    const [, output = '', expected = ''] = /^(steps\.\S+) != '(.*)'$/.exec(part) ?? [];
    return output === '' ? valueOf(part) === 'true' : valueOf(output) !== expected;
  });
}
