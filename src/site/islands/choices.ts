/** Choices of radio buttons, boxes and lists by the name of their field, which the address has too. */

type Control = HTMLInputElement | HTMLSelectElement;

const controlsOf = (root: ParentNode, field: string): NodeListOf<Control> =>
  root.querySelectorAll<Control>(`:is(input, select)[name="${field}"]`);

/** The values that are chosen in a field. */
export const chosenIn = (root: ParentNode, field: string): string[] =>
  [...controlsOf(root, field)].flatMap((control) =>
    control instanceof HTMLSelectElement || control.checked ? [control.value] : [],
  );

/** Chooses values of a field. Those that it does not offer change nothing. */
export function choose(root: ParentNode, field: string, values: readonly string[]): void {
  for (const control of controlsOf(root, field)) {
    if (control instanceof HTMLInputElement) control.checked ||= values.includes(control.value);
    else {
      const offered = [...control.options].find(({ value }) => values.includes(value));
      control.value = offered?.value ?? control.value;
    }
  }
}

/** Fields whose choices the address has, unless they are those with which the page came. */
export class AddressFields<Field extends string> {
  readonly #root: ParentNode;
  readonly #fields: readonly Field[];
  readonly #usual: ReadonlyMap<Field, string>;

  /** Makes the choices of the address. */
  constructor(root: ParentNode, fields: readonly Field[]) {
    this.#root = root;
    this.#fields = fields;
    this.#usual = new Map(fields.map((field) => [field, this.#chosen(field)]));
    const query = new URLSearchParams(location.search);
    for (const field of fields) choose(root, field, query.get(field)?.split(',') ?? []);
  }

  #chosen(field: Field): string {
    return chosenIn(this.#root, field).join();
  }

  /** Has the address of the page hold the choices. */
  keep(): void {
    const query = new URLSearchParams(location.search);
    for (const field of this.#fields) {
      const chosen = this.#chosen(field);
      if (chosen === this.#usual.get(field)) query.delete(field);
      else query.set(field, chosen);
    }
    const search = query.size === 0 ? '' : `?${String(query).replaceAll('%2C', ',')}`;
    if (search === location.search) return;
    history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`);
  }
}
