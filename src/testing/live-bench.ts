import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { readRecord, type Session, type SessionRecord } from '../harness/record/index.ts';

const STUDY_PAGE = '/studies/lumenize-vs-capnweb/';

/** The live bench of the study's page, as a reader uses it. */
export class LiveBenchPage {
  readonly element: Locator;

  constructor(readonly page: Page) {
    // The lab has one for each study, of which one is shown.
    this.element = page.locator('live-bench:visible');
  }

  part(name: string): Locator {
    return this.element.locator(`[data-part="${name}"]`);
  }

  /** @param search query of the address: `?seed=7` */
  async open(search = '', path = STUDY_PAGE): Promise<void> {
    await this.page.goto(`${path}${search}`);
    await expect(this.part('run')).toBeEnabled();
  }

  /** Unfolds the choices, where they are folded. */
  async unfold(): Promise<void> {
    await this.element
      .locator('details[data-part="choices"]')
      .evaluateAll((all) => all.forEach((each) => ((each as HTMLDetailsElement).open = true)));
  }

  /** Leaves only one workload in the choice. */
  async chooseOnly(workload: RegExp): Promise<void> {
    await this.unfold();
    for (const box of await this.element
      .getByRole('group', { name: 'Workloads' })
      .getByRole('checkbox')
      .all()) {
      await box.uncheck();
    }
    await this.element.getByRole('checkbox', { name: workload }).check();
  }

  /** Takes few rounds and one workload. */
  async chooseLittle(): Promise<void> {
    await this.chooseOnly(/^Sequential getValue/);
    await this.chooseRounds(2);
  }

  async chooseRounds(rounds: number): Promise<void> {
    await this.unfold();
    await this.element.getByRole('radio', { name: 'Rounds' }).check();
    await this.element.getByRole('spinbutton', { name: 'Number of rounds' }).fill(String(rounds));
  }

  /** Waits for a state of the bench; a run that failed meanwhile is in no other any more. */
  async expectState(state: string): Promise<void> {
    const reached = new RegExp(`^(${state}|failed)$`);
    await expect(this.element).toHaveAttribute('data-state', reached, { timeout: 120_000 });
    await expect(this.element).toHaveAttribute('data-state', state);
  }

  /** Presses Run, and waits until there is a result. */
  async run(): Promise<void> {
    await this.part('run').click();
    await this.expectState('done');
  }

  /** How many sessions a run has behind it, as it says. */
  async sessions(): Promise<number> {
    const text = await this.element.locator('[data-slot="progress"]').textContent();
    return Number(/^(\d+) session/.exec(text ?? '')?.[1] ?? 0);
  }

  /** Waits until a run has some sessions behind it. */
  async expectSessions(atLeast: number): Promise<void> {
    const sessions = () => this.sessions();
    await expect.poll(sessions, { timeout: 120_000 }).toBeGreaterThanOrEqual(atLeast);
  }

  /** Opens what of the result is folded. */
  async unfoldResult(): Promise<void> {
    const folded = this.part('result').locator('details');
    await folded.evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
  }

  /** Presses Download and checks the file against the schema. */
  async download(): Promise<SessionRecord> {
    await this.unfoldResult();
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.part('download').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d{2}-\d{2}.*\.json$/);
    const text = await readFile(await download.path(), 'utf8');
    const record = readRecord(text, 'the download');
    if (record.kind === 'measured' && record.schema === 2) return record;
    throw new Error(`the download: got ${record.kind}, schema ${record.schema}`);
  }
}

/** Why turns and whole sessions of arms were discarded. */
export function reasonsIn(sessions: readonly Session[]): string[] {
  return sessions.flatMap(({ arms, turns }) =>
    [...arms, ...turns].flatMap(({ void: reason }) => reason ?? []),
  );
}

/** Fails unless something was discarded, and all of it because its connection was lost. */
export function expectLostConnections(sessions: readonly Session[]): void {
  const found = sessions
    .flatMap(({ arms, turns }) => [...arms, ...turns])
    .flatMap(({ void: reason, detail }) => (reason === undefined ? [] : `${reason}: ${detail}`));
  expect(found).not.toEqual([]);
  // A call made after the end and before the event that tells of it fails by itself.
  const lost = /^(closed|connect|stalled): |^error: .*(closed|failed|not open)/i;
  expect(found.filter((each) => !lost.test(each))).toEqual([]);
}
