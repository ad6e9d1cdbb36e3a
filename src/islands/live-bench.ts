import { LiveBench } from './live-bench/element.ts';

customElements.define('live-bench', LiveBench);
