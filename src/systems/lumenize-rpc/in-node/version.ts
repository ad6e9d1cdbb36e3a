import { installedVersion } from '../bundling.ts';

export const version = installedVersion;
