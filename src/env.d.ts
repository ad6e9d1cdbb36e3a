declare namespace App {
  interface Locals {
    /** The entry or the study whose page is being made, for the numbers in its text. */
    entry?: import('astro:content').CollectionEntry<'entries' | 'studies'>;
  }
}
