declare namespace App {
  interface Locals {
    /** The entry whose page is being made, for the numbers in its text. */
    entry?: import('./journal/entries.ts').EntryPage;
  }
}
