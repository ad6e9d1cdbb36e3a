import { expect, it, onTestFinished, vi } from 'vitest';
import { readBuildInfo } from './checkout.ts';
import { scratchFolder, writeFiles } from './testing/scratch.ts';
import { temporaryCheckout } from './testing/spawn-cli.ts';

it('says once how to let git read a checkout that somebody else owns, and goes on without a commit', async () => {
  const checkout = temporaryCheckout();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  // As git treats the folder of another user.
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await readBuildInfo(checkout.directory)).toMatchObject({ commit: '', dirty: false });
  await readBuildInfo(checkout.directory);
  expect(said.mock.calls).toEqual([
    [expect.stringContaining(`git config --global --add safe.directory ${checkout.directory}`)],
  ]);
});

it('knows no commit of a folder without a history', async () => {
  expect(await readBuildInfo(scratchFolder())).toMatchObject({ commit: '', dirty: false });
});

it('is dirty by an untracked file, unless that is a record', async () => {
  const { directory } = temporaryCheckout();
  const isDirty = async () => (await readBuildInfo(directory)).dirty;
  writeFiles(directory, { 'content/records/study/plan/1.json.gz': 'x' });
  expect(await isDirty()).toBe(false);
  writeFiles(directory, { 'content/plans.yaml': '[]' });
  expect(await isDirty()).toBe(true);
});
