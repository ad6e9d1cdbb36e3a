import { NetworkModel } from './network/element.ts';

customElements.define('network-model', NetworkModel);
