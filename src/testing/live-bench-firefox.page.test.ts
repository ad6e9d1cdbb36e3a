/** One whole run in Firefox, where it is installed: another engine, another clock, other workers. */
import puppeteer from 'puppeteer-core';
import { findFirefox, GET_FIREFOX } from '../cli/shared/browser.ts';
import { expect, test } from './fixtures.ts';
import { STUDY_PAGE } from './live-bench.ts';

const firefox = findFirefox();

test('a whole run in Firefox ends with an answer and with its figure', async ({ site }) => {
  test.skip(firefox === undefined, `no Firefox is installed here: ${GET_FIREFOX}`);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox ?? '',
    headless: true,
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${site.origin}${STUDY_PAGE}?workloads=get-value&rounds=6&seed=7`);
    await page.locator('live-bench [data-part="run"]:enabled').click();
    await page.waitForSelector('live-bench:is([data-state="done"], [data-state="failed"])', {
      timeout: 120_000,
    });
    const seen = await page.$eval('live-bench', (bench) => ({
      state: bench.getAttribute('data-state'),
      answer: bench.querySelector('[data-part="answers"]')?.textContent,
      figure: bench.querySelector('[data-part="beside-drawing"] svg')?.getAttribute('aria-label'),
      facts: bench.querySelector('[data-part="facts"]')?.textContent,
    }));
    expect(seen.state).toBe('done');
    expect(seen.answer).toMatch(/one call that reads takes \d\.\d\d× as long/);
    expect(seen.figure).toMatch(/yours: \d/);
    expect(seen.facts).toMatch(/Firefox \d+/);
    expect(seen.facts).toContain('a worker of its own');
  } finally {
    await browser.close();
  }
});
