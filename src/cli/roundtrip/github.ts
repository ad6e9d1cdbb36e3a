/** The little of GitHub’s API that a comment needs: https://docs.github.com/en/rest/issues/comments */
import { z } from 'zod';

/** The beginning of the one comment on a pull request, by which it is found again. */
const MARK = '<!-- roundtrip -->';
/** Comments that are asked for at once, the most there may be. */
const PAGE = 100;

const commentsSchema = z.array(
  z.looseObject({
    id: z.int(),
    body: z.string().nullable(),
    user: z.looseObject({ type: z.string() }).nullable(),
  }),
);
const pullSchema = z.looseObject({ head: z.looseObject({ sha: z.string() }) });

/** One repository, in the name of a token. */
export class GitHub {
  readonly #api: string;
  readonly #token: string;

  private constructor(repository: string, token: string) {
    this.#api = `${process.env['GITHUB_API_URL'] ?? 'https://api.github.com'}/repos/${repository}`;
    this.#token = token;
  }

  /** @returns undefined where there is no token: nothing may be written then */
  static fromEnvironment(repository: string): GitHub | undefined {
    const token = process.env['GITHUB_TOKEN'] ?? '';
    return token === '' ? undefined : new GitHub(repository, token);
  }

  /** Full hash of the newest commit of a pull request. */
  async headOf(number: number): Promise<string> {
    return pullSchema.parse(await this.#ask('GET', `pulls/${number}`)).head.sha;
  }

  /** Writes the comment on a pull request, over the one that it wrote before. */
  async comment(number: number, text: string): Promise<void> {
    const body = { body: `${MARK}\n${text}` };
    for (let page = 1; ; page += 1) {
      const path = `issues/${number}/comments`;
      const asked = await this.#ask('GET', `${path}?per_page=${PAGE}&page=${page}`);
      const comments = commentsSchema.parse(asked);
      const own = comments.find((each) => each.user?.type === 'Bot' && each.body?.startsWith(MARK));
      if (own !== undefined) {
        await this.#ask('PATCH', `issues/comments/${own.id}`, body);
        return;
      }
      if (comments.length === PAGE) continue;
      await this.#ask('POST', path, body);
      return;
    }
  }

  /** @throws Error naming what was asked and the answer’s status */
  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.#api}/${path}`, {
      method,
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${this.#token}`,
        'X-GitHub-Api-Version': '2022-11-28',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response.json();
    const said = (await response.text()).slice(0, 200);
    throw new Error(`${method} ${path}: got status ${response.status} (${said}), expected success`);
  }
}
