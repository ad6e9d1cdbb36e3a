/**
 * Refuses a checkout whose path the tools misread that run TypeScript and build the pages: PATH, tsx, Vite, Astro
 * and Expressive Code. It is no TypeScript itself, because some of these paths keep TypeScript from being loaded.
 */
const misread = process.platform === 'win32' ? /['"#?*]/ : /['"#?*:\\]/;
const [found] = misread.exec(process.cwd()) ?? [];
if (found !== undefined) {
  process.stderr.write(
    `${process.cwd()}: got a folder with ${found} in its path, expected none of ' " # ? * : \\ there. ` +
      'Move the checkout to another folder, then start again.\n',
  );
  process.exit(1);
}
