/** The matrices of calls that no reader’s connection is asked for: between objects, and from a page to its own. */
import { allProbes } from '../probes/groups.ts';
import { askedIn } from './asked.ts';
import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { looks, oneOfEach } from './all-cases.ts';

const matrices = [
  { id: 'between', link: 'between Durable Objects', place: 'objects' },
  { id: 'windows', link: 'from a page to its workers and frames', place: 'windows' },
] as const;

for (const { id, link, place } of matrices) {
  const path = `/capabilities/${id}/`;
  const [asked, questions] = [askedIn(place), allProbes(place)];

  test(`${path} has an answer to every question, which leads to what was seen and its code`, async ({
    page,
  }) => {
    await page.goto('/capabilities/');
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(path);
    const rows = page.locator('tr[data-probe]');
    await expect(rows).toHaveCount(questions.length);
    const words = await rows.locator('td').allTextContents();
    expect(words).toHaveLength(questions.length * asked.length);
    for (const word of words) expect(word).toMatch(/^\s*(pass|partly|fail|n\/a)\s*$/);
    const cell = rows
      .and(page.locator(`[data-probe="${id}-order"]`))
      .locator('td')
      .first();
    const word = (await cell.innerText()).trim();
    await cell.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`#${id}-order--(${asked.join('|')})$`));
    const line = page.locator(new URL(page.url()).hash);
    await expect(line).toBeInViewport();
    await expect(line.locator('dd').first()).toHaveText(word);
    await expect(line.locator('dd').last()).toHaveText(/\S/);
    const section = page.locator(`#${id}-order`);
    await section.locator('summary').first().click();
    await expect(section.locator('code').first()).toContainText('connection.api.arrive(n)');
  });
}

for (const { id, place } of oneOfEach(matrices, () => 'one template')) {
  const path = `/capabilities/${id}/`;
  for (const { colorScheme, width } of looks) {
    test(`${path} fits and has no violation that axe finds, ${colorScheme}, ${width} px wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      const cells = page.locator('tr[data-probe]').first().locator('td:visible');
      await expect(cells).toHaveCount(askedIn(place).length);
      await expectFits(page);
      expect(await violations(page)).toEqual([]);
    });
  }
}
