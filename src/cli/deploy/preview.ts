/**
 * Prints the configuration with which wrangler deploys the preview in a folder: `wrangler.jsonc` of this checkout,
 * with the fields that a pull request may change. The folder comes from code that nobody has reviewed.
 */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { orReport, UsageError } from '../shared/args.ts';
import { readJson } from '../shared/files.ts';

const identifier = z.string().regex(/^[A-Za-z_]\w{0,60}$/);
const tag = z.string().regex(/^[\w.-]{1,60}$/);

/** The fields that count of the pull request’s configuration. All others are dropped. */
const proposedSchema = z.object({
  compatibility_date: z.iso.date(),
  compatibility_flags: z.array(z.string().regex(/^[a-z0-9_]{1,60}$/)).default([]),
  // A binding with more fields could reach objects of another Worker.
  durable_objects: z.strictObject({
    bindings: z.array(z.strictObject({ name: identifier, class_name: identifier })),
  }),
  migrations: z.array(z.strictObject({ tag, new_sqlite_classes: z.array(identifier) })),
});

const ownSchema = z.looseObject({ assets: z.looseObject({}), previews: z.looseObject({}) });

/** @throws Error naming the field that is not as expected */
export async function previewConfig(root: string, folder: string): Promise<object> {
  const proposed = await readJson(join(folder, 'config.jsonc'), proposedSchema);
  const { assets, previews, ...own } = await readJson(join(root, 'wrangler.jsonc'), ownSchema);
  return {
    ...own,
    ...proposed,
    main: resolve(folder, 'worker/worker.js'),
    // Bundling would follow imports from the folder to files of this machine.
    no_bundle: true,
    assets: { ...assets, directory: resolve(folder, 'dist') },
    previews: { ...previews, durable_objects: proposed.durable_objects },
  };
}

if (import.meta.main) {
  await orReport(async () => {
    const [folder, ...more] = process.argv.slice(2);
    if (folder === undefined || more.length > 0) {
      throw new UsageError(`folder: got ${process.argv.length - 2} arguments, expected one folder`);
    }
    console.log(JSON.stringify(await previewConfig(process.cwd(), folder), undefined, 2));
    return 0;
  });
}
