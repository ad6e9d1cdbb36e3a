/** What the head of an entry's page says of its twins, as Starlight's front matter takes it. */
import { entryImageOf, entryJsonOf, entryMarkdownOf, type Absolute } from './addresses.ts';

/** Size of every image that stands for a page where it is linked, in px. */
export const IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** An element of the head. */
export interface HeadTag {
  tag: 'meta' | 'link';
  attrs: Record<string, string>;
}

/** An entry, as far as its head needs it. */
export interface HeadEntry {
  id: string;
  /** Address of its page. */
  href: string;
  title: string;
  /** What its image says, in words: see `imageText` in src/twins/og/card.ts. */
  imageText: string;
}

/** The image of an entry's page, and where the same entry stands as JSON and as Markdown. */
export function ogHead({ id, href, title, imageText }: HeadEntry, absolute: Absolute): HeadTag[] {
  return [
    ...imageTags(absolute(entryImageOf(id)), imageText),
    alternate('text/markdown', absolute(entryMarkdownOf(href)), `${title}, as Markdown`),
    alternate('application/json', absolute(entryJsonOf(id)), `${title}, as JSON`),
  ];
}

/** The image for any page. @param image absolute address @param alt what it says, in words */
export function imageTags(image: string, alt: string): HeadTag[] {
  return [
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(IMAGE_SIZE.width)),
    property('og:image:height', String(IMAGE_SIZE.height)),
    property('og:image:alt', alt),
    // Starlight sets twitter:card; the image itself is taken from og:image.
    { tag: 'meta', attrs: { name: 'twitter:image:alt', content: alt } },
  ];
}

function property(name: string, content: string): HeadTag {
  return { tag: 'meta', attrs: { property: name, content } };
}

function alternate(type: string, href: string, title: string): HeadTag {
  return { tag: 'link', attrs: { rel: 'alternate', type, href, title } };
}
