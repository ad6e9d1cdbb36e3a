import { runHere } from './run.ts';

/** Sections of probes, each with a button that runs it. */
export class CapabilityProbes extends HTMLElement {
  connectedCallback(): void {
    wireSections(this, this.dataset['origin'] ?? '');
  }
}

/** Shows the buttons of the sections inside an element, and makes them run their probe. */
export function wireSections(root: ParentNode, origin: string): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-part="run-one"]')) {
    button.hidden = false;
    button.addEventListener('click', () => void run(button, origin));
  }
}

async function run(button: HTMLButtonElement, origin: string): Promise<void> {
  const section = button.closest('[data-probe-section]');
  const probe = button.dataset['run'];
  const failure = section?.querySelector('[data-part="run-failure"]');
  if (!section || !failure || probe === undefined) return;
  const label = button.textContent;
  button.disabled = true;
  button.textContent = 'Running …';
  failure.textContent = '';
  try {
    await runHere({
      origin,
      probe,
      signal: new AbortController().signal,
      onResult({ system, result, detail }) {
        const row = section.querySelector(`[data-system="${system}"]`);
        const slot = row?.querySelector('[data-part="here-detail"]');
        const recorded = row?.querySelector<HTMLElement>('[data-result]')?.dataset['result'];
        if (!slot) return;
        const relation = result === recorded ? 'the same here' : 'different here';
        slot.textContent = `In your browser, ${relation}: ${result}. ${detail}`;
      },
    });
  } catch (error) {
    failure.textContent = `Did not run: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    button.textContent = label;
    button.disabled = false;
  }
}
