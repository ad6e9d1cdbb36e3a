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

const SOURCE = '/sources/lumenize-measurements/';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('/errata/ shows what /errata.json says does not hold, with a link to its source', async ({
    page,
    request,
  }) => {
    const { studies } = (await (await request.get('/errata.json')).json()) as Document;
    const wrong = studies.flatMap(({ claims }) =>
      claims.filter(({ verdict }) => verdict === 'does not hold'),
    );
    expect(wrong.length).toBeGreaterThan(12);
    await page.goto('/errata/');
    const rows = page.locator('.rt-claim-table tbody tr:not(.rt-group)');
    await expect(rows).toHaveCount(wrong.length);
    const texts = (await rows.allTextContents()).map(plain);
    for (const { text, stated, recomputed } of wrong) {
      const own = texts.filter((each) => each.includes(plain(text)));
      const values = [stated, recomputed ?? ''].map(plain);
      expect(own.some((each) => values.every((value) => each.includes(value)))).toBe(true);
    }
    const links = rows.getByRole('link', { name: 'does not hold', exact: true });
    await expect(links).toHaveCount(wrong.length);
    const href = (await links.first().getAttribute('href')) ?? '';
    expect(href).toMatch(/^\/sources\/.+#claim-/);
    await page.goto(href);
    await expect(page.locator(`[id="${href.split('#')[1]}"]`)).toContainText('does not hold');
  });

  test('a source has each claim with its verdict, and what the same gives today', async ({
    page,
  }) => {
    await page.goto(SOURCE);
    const row = page.getByRole('row').filter({ hasText: 'Mixed ops: “Lumenize 1.09x slower”' });
    await expect(row).toContainText('1.0949×');
    await expect(row).toContainText('holds');
    await expect(row).toContainText(/1\.17×.*from Node\.js.*1\.01×.*from a browser/);
    // What is in quotation marks leads to its line, as it stood when it was read.
    await expect(row.getByRole('link').first()).toHaveAttribute(
      'href',
      /^https:\/\/github\.com\/.+\/blob\/[0-9a-f]{40}\/.+\?plain=1#L\d+$/,
    );
  });

  test('an entry shows its own errata and every claim', async ({ page, request }) => {
    const { studies } = (await (await request.get('/errata.json')).json()) as Document;
    const claims = studies.flatMap((study) => study.claims);
    const href = claims.find(({ verdict }) => verdict === 'does not hold')?.href ?? '';
    const own = claims.filter((claim) => claim.href === href);
    await page.goto(href);
    await expect(page.locator('#claims')).toBeVisible();
    await expect(page.locator('.rt-claims tbody tr')).toHaveCount(own.length);
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
    expect(html, href ?? '').toContain('Corrected on');
    expect(html, href ?? '').toContain('href="/corrections/"');
  }
});

test('a number in a text shows its exact value and its record on focus', async ({ page }) => {
  await page.goto('/studies/call-delay/local-batches/');
  const number = page.locator('.rt-number-in-text').first();
  await number.focus();
  const shown = await number.evaluate((each) => getComputedStyle(each, '::after').content);
  expect(shown).toContain('Quoted from');
});
