import { CapabilityMatrix } from './capabilities/matrix.ts';
import { CapabilityProbes } from './capabilities/probes.ts';

customElements.define('capability-matrix', CapabilityMatrix);
customElements.define('capability-probes', CapabilityProbes);
