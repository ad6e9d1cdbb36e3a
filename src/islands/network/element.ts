import { formatDay } from '../../figures/format.ts';
import { countings, type Counting } from '../../network/source.ts';
import {
  fromRun,
  type FromRun,
  readRemembered,
  type RememberedRun,
  STORAGE_KEY,
} from '../../network/remembered.ts';
import {
  type Field,
  type FieldId,
  fieldIds,
  fields,
  positionOf,
  readNumber,
  readQuery,
  valueAt,
  type Values,
  valuesOf,
  writeQuery,
} from '../../network/values.ts';
import {
  type NetworkConfig,
  type Origin,
  ownText,
  type Preset,
  readConfig,
  resultView,
  type ResultView,
} from '../../report/network.ts';
import { Announcer, clone, fill, part } from '../dom.ts';

/** One value: a slider, a field for the exact number, and where the value comes from. */
class FieldControl {
  readonly #field: Field;
  readonly #root: HTMLElement;
  readonly #slider: HTMLInputElement;
  readonly #text: HTMLInputElement;

  /**
   * @param onInput hears of a value; several come in a row while a slider is dragged
   * @param onChange hears that the last of them stands
   */
  constructor(
    panel: ParentNode,
    field: Field,
    onInput: (value: number) => void,
    onChange: () => void,
    onRefused: (message: string) => void,
  ) {
    this.#field = field;
    this.#root = part(panel, field.id, HTMLElement);
    this.#slider = part(this.#root, 'slider', HTMLInputElement);
    this.#text = part(this.#root, 'exact', HTMLInputElement);
    this.#slider.addEventListener('input', () => {
      onInput(valueAt(Number(this.#slider.value), field));
    });
    this.#slider.addEventListener('change', onChange);
    this.#text.addEventListener('change', () => {
      try {
        onInput(readNumber(field, this.#text.value));
        onChange();
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        this.#text.setAttribute('aria-invalid', 'true');
        onRefused(error.message);
      }
    });
  }

  show(value: number, panel: ParentNode, origin: Origin): void {
    const { unitWords } = this.#field;
    this.#slider.value = String(positionOf(value, this.#field));
    this.#slider.setAttribute('aria-valuetext', `${value} ${unitWords}`);
    this.#text.value = String(value);
    this.#text.removeAttribute('aria-invalid');
    if (this.#root.dataset['origin'] === origin) return;
    this.#root.dataset['origin'] = origin;
    part(this.#root, 'origin', HTMLElement).replaceChildren(clone(panel, `mark-${origin}`));
  }
}

/** Fills the server-rendered bars and the gap. */
function showResult(root: ParentNode, { systems, gap, share }: ResultView): void {
  for (const { id, total, parts, widths } of systems) {
    const row = part(root, `system-${id}`, HTMLElement);
    fill(row, { total, parts });
    for (const [name, width] of Object.entries(widths)) {
      part(row, `bar-${name}`, HTMLElement).style.width = `${width}%`;
    }
  }
  fill(root, { gap, share });
}

/** A slider held down changes many times a second, and browsers limit how often an address may. */
const ADDRESS_WAIT_MS = 200;

/**
 * `<network-model>`: the latency model with the reader’s values. The markup is
 * src/components/network/NetworkModel.astro’s; without this it stands there with the defaults.
 */
class NetworkModel extends HTMLElement {
  #config!: NetworkConfig;
  #values!: Values;
  #origins!: Record<FieldId, Origin>;
  #controls!: Map<FieldId, FieldControl>;
  #announcer!: Announcer;
  #addressTimer: number | undefined;

  connectedCallback(): void {
    this.#config = readConfig(part(this, 'config', HTMLScriptElement).text);
    this.#announcer = new Announcer(part(this, 'announce', HTMLElement));
    this.#controls = new Map(fieldIds.map((id) => [id, this.#control(id)]));
    for (const preset of this.#config.presets) {
      this.#onClick(`preset-${preset.id}`, () => this.#take(preset));
    }
    for (const radio of this.#countings()) {
      radio.addEventListener('change', () => {
        this.#values.counting = radio.value as Counting;
        this.#settle();
      });
    }
    this.#onClick('reset', () => this.#reset());
    this.#offerRun();
    this.#toDefaults();
    this.#readAddress();
    this.#show();
    part(this, 'controls', HTMLFieldSetElement).disabled = false;
  }

  disconnectedCallback(): void {
    window.clearTimeout(this.#addressTimer);
  }

  #control(id: FieldId): FieldControl {
    const take = (value: number) => {
      this.#values[id] = value;
      this.#origins[id] = 'changed';
      this.#show();
    };
    const settle = () => this.#settle();
    return new FieldControl(this, fields[id], take, settle, (note) => fill(this, { note }));
  }

  #toDefaults(): void {
    this.#values = { ...this.#config.defaults };
    this.#origins = { ...this.#config.origins };
  }

  #readAddress(): void {
    const { values, refused } = readQuery(location.search);
    Object.assign(this.#values, values);
    for (const id of fieldIds) if (id in values) this.#origins[id] = 'changed';
    const kept = refused.length === 1 ? 'Its default stands.' : 'Their defaults stand.';
    if (refused.length > 0) fill(this, { address: `${refused.join('; ')}. ${kept}` });
  }

  #take({ latency, bandwidth }: Preset): void {
    Object.assign(this.#values, { latency, bandwidth });
    Object.assign(this.#origins, { latency: 'quoted', bandwidth: 'quoted' });
    this.#settle();
  }

  #reset(): void {
    this.#toDefaults();
    fill(this, { address: '' });
    part(this, 'own-note', HTMLElement).hidden = true;
    this.#settle();
  }

  /** Offers the reader’s last run, where this browser has one with the arms that are needed. */
  #offerRun(): void {
    const run = recall();
    const values = run && fromRun(run, this.#config.roles);
    if (!run || !values) return;
    const button = part(this, 'own', HTMLButtonElement);
    fill(button, { 'own-date': formatDay(run.startedAt) });
    button.hidden = false;
    part(this, 'no-run', HTMLElement).hidden = true;
    button.addEventListener('click', () => this.#useRun(run, values));
  }

  #useRun(run: RememberedRun, own: FromRun): void {
    const path = { baseLatencyMs: own.baseLatencyMs, megabitsPerSecond: fields.bandwidth.high };
    this.#values = valuesOf(path, own.lumenize, own.capnweb, 'once');
    this.#origins = {
      latency: 'measured',
      bandwidth: 'unknown',
      'lumenize-payload': 'measured',
      'lumenize-processing': 'derived',
      'capnweb-payload': 'measured',
      'capnweb-processing': 'derived',
    };
    fill(this, { 'own-text': ownText(run, own, this.#config) });
    part(this, 'own-note', HTMLElement).hidden = false;
    this.#settle();
  }

  /** Shows values that the reader has settled on, says them, and keeps them in the address. */
  #settle(): void {
    fill(this, { note: '' });
    this.#announcer.say(this.#show());
    window.clearTimeout(this.#addressTimer);
    this.#addressTimer = window.setTimeout(() => {
      const query = writeQuery(this.#values, this.#config.defaults, location.search);
      history.replaceState(history.state, '', `${location.pathname}${query}${location.hash}`);
    }, ADDRESS_WAIT_MS);
  }

  /** Shows the values everywhere; returns the result in a sentence. */
  #show(): string {
    for (const [id, control] of this.#controls) {
      control.show(this.#values[id], this, this.#origins[id]);
    }
    const isUnknown = this.#origins.bandwidth === 'unknown';
    part(this, 'own-bandwidth', HTMLElement).hidden = !isUnknown;
    for (const { id, latency, bandwidth } of this.#config.presets) {
      const isTaken = this.#values.latency === latency && this.#values.bandwidth === bandwidth;
      part(this, `preset-${id}`, HTMLButtonElement).ariaPressed = String(isTaken);
    }
    for (const radio of this.#countings()) radio.checked = radio.value === this.#values.counting;
    this.dataset['counting'] = this.#values.counting;
    const view = resultView(this.#values);
    showResult(this, view);
    return view.sentence;
  }

  #countings(): HTMLInputElement[] {
    return countings.map((counting) => part(this, `counting-${counting}`, HTMLInputElement));
  }

  #onClick(name: string, act: () => void): void {
    part(this, name, HTMLButtonElement).addEventListener('click', act);
  }
}

function recall(): RememberedRun | undefined {
  try {
    return readRemembered(localStorage.getItem(STORAGE_KEY));
  } catch {
    // Storage is forbidden here: there is nothing to offer, and nothing else changes.
    return undefined;
  }
}

customElements.define('network-model', NetworkModel);
