import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

interface Claim {
  text: string;
  stated: string;
  recomputed: string | null;
  verdict: string;
  href: string;
}

interface Document {
  studies: Array<{ study: string; counts: Record<string, number>; claims: Claim[] }>;
}

/** As a browser shows it and as /errata.json has it, with the same spaces and signs. */
const plain = (text: string): string =>
  text
    .replaceAll('−', '-')
    .replaceAll(/(?<=\d)\u202f(?=\d)/g, '')
    .replaceAll(/\s+/g, ' ');

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('/errata/ shows what /errata.json says does not hold, with both values', async ({
    page,
    request,
  }) => {
    const { studies } = (await (await request.get('/errata.json')).json()) as Document;
    const wrong = studies.flatMap(({ claims }) =>
      claims.filter(({ verdict }) => verdict === 'does not hold'),
    );
    expect(wrong.length).toBeGreaterThan(12);
    await page.goto('/errata/');
    const items = page.locator('.rt-errata > li').filter({ hasText: 'does not hold' });
    await expect(items).toHaveCount(wrong.length);
    const texts = (await items.allTextContents()).map(plain);
    for (const { text, stated, recomputed } of wrong) {
      const own = texts.filter((each) => each.includes(plain(text)));
      const values = [...(stated === 'in words' ? [] : [stated]), recomputed ?? ''].map(plain);
      expect(own.some((each) => values.every((value) => each.includes(value)))).toBe(true);
    }
  });

  test('what does not hold has the colour of errata, and no other verdict has', async ({
    page,
  }) => {
    await page.goto('/errata/');
    const verdicts = await page.locator('[data-verdict]').evaluateAll((found) => {
      const erratum = document.createElement('p');
      erratum.style.color = 'var(--rt-wrong)';
      document.body.append(erratum);
      const { color } = getComputedStyle(erratum);
      return found.map((each) => ({
        verdict: each.getAttribute('data-verdict') ?? '',
        isErratum: getComputedStyle(each).color === color,
      }));
    });
    expect(new Set(verdicts.map(({ verdict }) => verdict)).size).toBeGreaterThan(1);
    for (const { verdict, isErratum } of verdicts) {
      expect(isErratum, verdict).toBe(verdict === 'does not hold');
    }
  });

  test('an entry shows its own errata beside its text', async ({ page, request }) => {
    const { studies } = (await (await request.get('/errata.json')).json()) as Document;
    const claims = studies.flatMap((study) => study.claims);
    const href = claims.find(({ verdict }) => verdict === 'does not hold')?.href ?? '';
    const own = claims.filter((claim) => claim.href === href);
    await page.goto(href);
    const wrong = own.filter(({ verdict }) => verdict === 'does not hold');
    await expect(page.locator('#claims')).toBeVisible();
    await expect(page.locator('.rt-errata > li')).toHaveCount(wrong.length);
    const rows = page.locator('.rt-claims tbody tr');
    await expect(rows).toHaveCount(own.length);
    // What is in quotation marks leads to its line, as it stood when it was read.
    await expect(
      rows
        .first()
        .locator('a', { hasText: /^“.*”$/ })
        .first(),
    ).toHaveAttribute('href', /^https:\/\/github\.com\/.+\/blob\/[0-9a-f]{40}\/.+\?plain=1#L\d+$/);
  });
});

test('/corrections/ names pages that say so themselves', async ({ page, request }) => {
  await page.goto('/corrections/');
  const links = page.locator('.rt-corrections .rt-meta a');
  const hrefs = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(hrefs).toContain('/');
  expect(hrefs).toContain('/studies/lumenize-vs-capnweb/2025-01-20-network-latency/');
  for (const href of new Set(hrefs)) {
    const html = await (await request.get(href ?? '')).text();
    expect(html, href ?? '').toContain('This page was corrected on');
    expect(html, href ?? '').toContain('href="/corrections/"');
  }
});

test('/errata/ with everything unfolded has nothing serious for axe and fits 390 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/errata/');
  for (const summary of await page.locator('main summary').all()) await summary.click();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);
  await expectFits(page);
});
