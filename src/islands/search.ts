import sheet from '@pagefind/default-ui/css/ui.css?inline';

/**
 * Pagefind’s search, made once its dialog is open. Bundled in the place of Pagefind’s own class, which
 * Starlight makes as soon as a page is idle: no page waits for its sheet, and few load its script.
 */
export class PagefindUI {
  constructor(options: { element: string }) {
    const dialog = document.querySelector(options.element)?.closest('dialog');
    if (!dialog) throw new Error(`search: got no dialog around ${options.element}, expected one`);
    const make = () => {
      if (!dialog.open) return;
      opened.disconnect();
      void show(options, dialog);
    };
    const opened = new MutationObserver(make);
    opened.observe(dialog, { attributeFilter: ['open'] });
    make();
  }
}

async function show(options: object, dialog: HTMLDialogElement): Promise<void> {
  const { PagefindUI: Search } = await import('@pagefind/default-ui/npm_dist/mjs/ui-core.mjs');
  const style = document.createElement('style');
  style.textContent = `@layer starlight.core { ${sheet} }`;
  document.head.append(style);
  new Search(options);
  dialog.querySelector('input')?.focus();
}
