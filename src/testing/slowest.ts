/** Says which tests took longest, above the closing lines of vitest and of Playwright. */
import { relative } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Reporter as UnitReporter } from 'vitest/node';

const SHOWN = 10;

interface Timed {
  /** Absolute path. */
  file: string;
  title: string;
  ms: number;
}

/** The slowest of some tests, a line each. */
export function slowest(tests: readonly Timed[]): string {
  const shown = tests.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN);
  const lines = shown.map(({ file, title, ms }) => {
    const seconds = (ms / 1000).toFixed(1).padStart(6);
    return `${seconds} s  ${relative(process.cwd(), file)} › ${title}`;
  });
  return ['', `The slowest of ${tests.length} tests:`, ...lines, ''].join('\n');
}

/** For vitest, before the reporter whose closing lines come last. */
export const slowestUnits: UnitReporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        file: module.moduleId,
        title: test.fullName,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    );
    process.stdout.write(`${slowest(tests)}\n`);
    // A retry must not hide a failure.
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      if (test.diagnostic()?.flaky) process.stdout.write(`Failed at first: ${test.fullName}\n`);
    }
  },
};

/** For Playwright, which loads a reporter by its file. */
export default class SlowestPages implements Reporter {
  readonly #tests: Timed[] = [];

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    // Before the titles of its groups stand those of the suite, the project and the file.
    const title = test.titlePath().slice(3).join(' › ');
    this.#tests.push({ file: test.location.file, title, ms: duration });
  }

  onEnd(): void {
    process.stdout.write(`${slowest(this.#tests)}\n`);
  }
}
