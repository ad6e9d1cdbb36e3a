/** The workflows hold what linters do not ask of them, or cannot where they are missing. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const FOLDER = '.github/workflows/';
interface Step {
  uses?: string;
  with?: Record<string, unknown>;
  run?: string;
  env?: Record<string, string>;
  'continue-on-error'?: boolean;
}
interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  env?: Record<string, string>;
  jobs: Record<string, { 'timeout-minutes'?: number; env?: Record<string, string>; steps: Step[] }>;
}
const workflows = readdirSync(FOLDER).map((file) => {
  const text = readFileSync(FOLDER + file, 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps);
const uploaded = workflows
  .flatMap((each) => stepsOf(each.workflow))
  .filter(({ uses }) => uses?.startsWith('actions/upload-artifact@'))
  .map(({ with: options }) => options?.['name']);

describe.each(workflows)('$file', ({ text, workflow }) => {
  it('names each action by the hash of a commit, with its version beside', () => {
    const used = text.split('\n').filter((line) => /\buses:/.test(line));
    for (const line of used)
      expect(line).toMatch(/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(used.length).toBeGreaterThan(0);
  });

  it('may write nothing unless a job says what for, and ends by itself', () => {
    expect(workflow.permissions).toBeDefined();
    expect(Object.values(workflow.permissions ?? {})).not.toContain('write');
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeLessThan(60);
  });

  it('leaves no token in a checkout', () => {
    for (const { uses = '', with: options } of stepsOf(workflow)) {
      if (uses.startsWith('actions/checkout@')) {
        expect(options).toMatchObject({ 'persist-credentials': false });
      }
    }
  });

  it('gives tokens and secrets to the steps that use them, none of which installs packages', () => {
    const holds = (env: Record<string, string> = {}) =>
      Object.values(env).some((value) => /\$\{\{\s*(github\.token|secrets\.)/.test(value));
    expect([workflow, ...Object.values(workflow.jobs)].filter(({ env }) => holds(env))).toEqual([]);
    const given = stepsOf(workflow).filter(({ env }) => holds(env));
    const installs = /\bnpm (install|i|ci)\b|\.ci\/run/;
    expect(given.filter(({ run = '' }) => installs.test(run))).toEqual([]);
    for (const { run = '', env } of stepsOf(workflow)) {
      if (/\bgh (?!run download)/.test(run)) expect(env).toHaveProperty('GH_TOKEN');
    }
  });

  it('keeps secrets from the code of a pull request', () => {
    const checksOut = stepsOf(workflow).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    const trusted = checksOut.every(
      ({ with: options }) => options?.['ref'] === '${{ github.event.repository.default_branch }}',
    );
    if (/\$\{\{\s*secrets\./.test(text)) {
      expect(trusted).toBe(true);
      // A pull request may change the workflow that it starts, but for `pull_request_target`.
      expect(workflow.on).not.toHaveProperty('pull_request');
    }
    if ('workflow_run' in workflow.on || 'pull_request_target' in workflow.on) {
      expect(trusted).toBe(true);
    }
  });

  // Without a name, one artifact alone is unpacked a level higher than several are.
  it('downloads artifacts by names that a workflow uploads', () => {
    for (const { uses = '', with: options } of stepsOf(workflow)) {
      if (uses.startsWith('actions/download-artifact@')) {
        expect(uploaded).toContain(options?.['name']);
      }
    }
  });
});

it('pins the same version of an action everywhere', () => {
  const all = workflows.flatMap(({ workflow }) => stepsOf(workflow).map(({ uses }) => uses));
  const used = new Set(all.filter((each) => each !== undefined));
  expect(new Set([...used].map((each) => each.split('@')[0])).size).toBe(used.size);
});

it('puts a preview out and comments where no measurement was left', () => {
  const preview = workflows.find(({ file }) => file === 'preview-deploy.yml');
  const steps = preview === undefined ? [] : stepsOf(preview.workflow);
  const downloads = steps.filter(({ uses }) => uses?.startsWith('actions/download-artifact@'));
  expect(
    downloads.map((step) => [step.with?.['name'], step['continue-on-error'] ?? false]),
  ).toEqual([
    ['preview', false],
    ['measured', true],
  ]);
});
