/** The matrices of calls that no reader’s connection is asked for: between objects, and from a page to its own. */
import { wayIds } from '../places/objects/probe.ts';
import { speakers } from '../places/windows/channel.ts';
import { allProbes } from '../probes/groups.ts';
import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { looks, oneOfEach } from './nightly.ts';

const matrices = [
  { id: 'between', link: 'a matrix of its own', asked: wayIds, questions: allProbes('objects') },
  {
    ...{ id: 'windows', link: 'calls from a page to its workers and frames' },
    ...{ asked: speakers, questions: allProbes('windows') },
  },
] as const;

for (const { id, link, asked, questions } of matrices) {
  const path = `/capabilities/${id}/`;

  test(`${path} has an answer to every question, which leads to what was seen and its code`, async ({
    page,
  }) => {
    await page.goto('/capabilities/');
    await page.getByRole('link', { name: link }).click();
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
    const anchor = `#${id}-order--${asked[0]}`;
    await expect(page).toHaveURL(new RegExp(`${anchor}$`));
    const line = page.locator(anchor);
    await expect(line).toBeInViewport();
    await expect(line.locator('dd').first()).toHaveText(word);
    await expect(line.locator('dd').last()).toHaveText(/\S/);
    const section = page.locator(`#${id}-order`);
    await section.locator('summary').first().click();
    await expect(section.locator('code').first()).toContainText('connection.api.arrive(n)');
  });
}

for (const { id, asked } of oneOfEach(matrices, () => 'one template')) {
  const path = `/capabilities/${id}/`;
  for (const { colorScheme, width } of looks) {
    test(`${path} fits and has no violation that axe finds, ${colorScheme}, ${width} px wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      const cells = page.locator('tr[data-probe]').first().locator('td:visible');
      await expect(cells).toHaveCount(asked.length);
      await expectFits(page);
      expect(await violations(page)).toEqual([]);
    });
  }
}
