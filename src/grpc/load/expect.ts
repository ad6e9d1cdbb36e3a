/** Calls whose answers say whether a server is the one that is meant, and how it takes notes. */
import { Stalled } from '../../harness/plan/index.ts';
import { messageOf } from '../../harness/run/index.ts';
import { Failed, UNAVAILABLE } from '../clients/client.ts';
import { freshPlace, type Request, routeChat, wrongIn } from '../clients/request.ts';
import { methods } from '../route-guide.ts';
import type { Link } from './link.ts';

const EXPECTED = 'expected a server of routeguide.RouteGuide';

/**
 * Makes a call.
 *
 * @throws Error that says who was called and what came, with what was expected; Stalled where nothing
 *   came in time
 */
async function answerOf(
  address: string,
  link: Link,
  request: Request,
): Promise<readonly unknown[]> {
  const { name } = methods[request.kind];
  try {
    return await link.call(request);
  } catch (error) {
    const how = messageOf(error);
    if (error instanceof Stalled) {
      throw new Stalled(`${address} did not answer ${name}: ${how}, ${EXPECTED}`);
    }
    const status = error instanceof Failed ? error.status : 'an error';
    throw new Error(
      status === UNAVAILABLE
        ? `${address} can’t be called: ${how}, ${EXPECTED} there`
        : `${address} answered ${name} with ${status}: ${how}, ${EXPECTED}`,
    );
  }
}

/** Makes a call whose answer has to be right. Throws like {@link answerOf}, and where it is not. */
export async function expectRight(address: string, link: Link, request: Request): Promise<void> {
  const answer = await answerOf(address, link, request);
  const wrong = wrongIn(request, link.words(request, answer));
  if (wrong === undefined) return;
  const { name } = methods[request.kind];
  throw new Error(
    `${address} answered ${name} without the features of bench-servers/features.json: ${wrong}`,
  );
}

/**
 * Leaves two notes at one place. gRPC’s example in Go answers a note with all of its place, itself
 * included, those in Python and C++ with the earlier ones. Throws like {@link answerOf}.
 */
export async function answersEarlierNotesOnly(address: string, link: Link): Promise<boolean> {
  const place = freshPlace();
  const two = routeChat(['first note', 'second note'], () => place);
  const { length: notes } = await answerOf(address, link, two);
  if (notes === 3 || notes === 1) return notes === 1;
  throw new Error(
    `${address} answered two notes of one place with ${notes} notes, expected 3, or 1 where only earlier notes are answered with`,
  );
}
