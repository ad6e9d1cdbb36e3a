/** What the images say, in words: for those who cannot see them, and for the head of pages. */
import { ratioSentence, type RatioSource } from '../ratios.ts';

/** What the whole site is, in a sentence; the site's image shows it. */
export const siteLine =
  'Measurement journals of RPC systems whose benchmarks you can run yourself.';

/** The site's image in words. */
export const siteImageText = `Roundtrip. ${siteLine}`;

/** An entry's image in words. */
export function imageText(page: RatioSource): string {
  const { title, description } = page.entry.data;
  return `${page.study.title}. ${title}. ${ratioSentence(page) ?? description}`;
}
