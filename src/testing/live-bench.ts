import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { measuredRecordSchema, type MeasuredRecord } from '../harness/record/index.ts';

export const STUDY_PAGE = '/studies/lumenize-vs-capnweb/';

/** The live bench of the study's page, as a reader uses it. */
export class LiveBenchPage {
  readonly element: Locator;

  constructor(readonly page: Page) {
    this.element = page.locator('live-bench');
  }

  part(name: string): Locator {
    return this.element.locator(`[data-part="${name}"]`);
  }

  /** @param search query of the address: `?seed=7` */
  async open(search = ''): Promise<void> {
    await this.page.goto(`${STUDY_PAGE}${search}`);
    await expect(this.part('run')).toBeEnabled();
  }

  /** Leaves only one workload in the choice. */
  async chooseOnly(workload: RegExp): Promise<void> {
    for (const box of await this.element
      .getByRole('group', { name: 'Workloads' })
      .getByRole('checkbox')
      .all()) {
      await box.uncheck();
    }
    await this.element.getByRole('checkbox', { name: workload }).check();
  }

  /** Takes fewer rounds than the page offers, as `measure --browser` may, and one workload. */
  async chooseLittle(): Promise<void> {
    await this.chooseOnly(/^100 sequential getValue/);
    await this.chooseRounds(2);
  }

  async chooseRounds(rounds: number): Promise<void> {
    const radio = this.element.locator('input[name="rounds"]').first();
    await radio.evaluate((input, value) => input.setAttribute('value', value), String(rounds));
    await radio.check();
    await radio.dispatchEvent('change');
  }

  async expectState(...states: string[]): Promise<void> {
    await expect(this.element).toHaveAttribute(
      'data-state',
      new RegExp(`^(${states.join('|')})$`),
      {
        timeout: 120_000,
      },
    );
  }

  /** Waits until a run has some blocks behind it. */
  async expectBlocks(atLeast: number): Promise<void> {
    const blocks = async () => {
      const value = await this.part('progress').getAttribute('value');
      return Number(value ?? 0) * (await this.plannedBlocks());
    };
    await expect.poll(blocks).toBeGreaterThanOrEqual(atLeast);
  }

  async plannedBlocks(): Promise<number> {
    const checked = (name: string) => this.element.locator(`input[name="${name}"]:checked`);
    const rounds = Number(await checked('rounds').getAttribute('value'));
    return rounds * (await checked('arm').count()) * (await checked('workload').count());
  }

  /** Presses Download and checks the file against the schema. */
  async download(): Promise<MeasuredRecord> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.part('download').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^lumenize-vs-capnweb-\d{4}-\d{2}-\d{2}.*\.json$/);
    const text = await readFile(await download.path(), 'utf8');
    return measuredRecordSchema.parse(JSON.parse(text));
  }
}
