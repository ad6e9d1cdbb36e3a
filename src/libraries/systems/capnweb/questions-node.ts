import capnwebValidate from 'capnweb-validate/esbuild';
import { build } from 'esbuild';
import type { Run } from '../../../matrix/questions/client-kit.ts';
import { answers, rejects } from '../../../matrix/questions/outcome.ts';

export const own: Readonly<Record<string, Run>> = {
  async 'security-types'() {
    const { outputFiles } = await build({
      entryPoints: ['src/libraries/systems/capnweb/validated.ts'],
      // It reads the types of the whole program, which is this one file.
      plugins: [
        capnwebValidate({ tsconfig: 'src/libraries/systems/capnweb/tsconfig.validated.json' }),
      ],
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'es2022',
      write: false,
      logLevel: 'silent',
    });
    const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
    const { typeOf } = (await import(
      `data:text/javascript;base64,${code}`
    )) as typeof import('./validated.ts');
    const outcome = await answers(() => typeOf(1), 'number');
    if (outcome.result !== 'pass') return outcome;
    return rejects(() => typeOf('a text' as never), 'refused by capnweb-validate: ');
  },
};
