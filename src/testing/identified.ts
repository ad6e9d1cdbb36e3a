/**
 * Has tests call a bench as the commands do. A setup file is loaded for each file of tests, and what it
 * imports once: a socket that identifies itself must not be taken for Node’s own.
 */
import '../cli/shared/identify.ts';
