import { budgetOf, type Env } from '../env.ts';
import { json, jsonError } from '../http.ts';
import { libraries } from '../server.ts';
import { limits } from '../../src/wire/limits.ts';
import { dayIsOver } from './admit.ts';
import { FIRST } from './allowance.ts';
import { gateConfig, servesIn } from './config.ts';
import { amountNames, type Amounts, endOfDay } from '../../src/wire/amounts.ts';

/** Time for which an answer of the budget is repeated. Each costs a request, so that asking often costs no more. */
const FRESH_MS = 60_000;

let told: { at: number; of: Amounts; left: Amounts } | undefined;

/** What is left of today; null where days are not counted. */
async function dayLeft(env: Env) {
  if (gateConfig(env).day === null) return null;
  const now = Date.now();
  if (told === undefined || (now - told.at > FRESH_MS && dayIsOver() === undefined)) {
    const { of, left } = await budgetOf(env).today();
    told = { at: now, of, left };
  }
  return { of: told.of, left: told.left, opensAgain: new Date(endOfDay(now)).toISOString() };
}

const commitOf = ({ COMMIT }: Env): string | null => (COMMIT === '' ? null : COMMIT);

/** `GET /bench/about`: what runs here, whom it admits, and what is left today. */
export async function about(request: Request, env: Env): Promise<Response> {
  const { served, notInstalled } = libraries();
  return json({
    setting: env.SETTING,
    commit: commitOf(env),
    dirty: env.DIRTY === 'true',
    builtAt: env.BUILT_AT,
    colo: request.cf?.colo ?? null,
    systems: served.map(({ id, label, versions, arms, addressSuffix = '' }) => ({
      id,
      label,
      versions,
      arms: arms.filter(servesIn(env)).map(({ name, accept }) => ({ name, accept })),
      address: `/bench/${id}/<arm>/<object>${addressSuffix}`,
    })),
    notInstalled: notInstalled.map(({ id, label, needs }) => ({ id, label, package: needs })),
    // JSON has no Infinity, so that a gate that counts no sockets says null.
    limits: { ...limits, idleSeconds: Number(env.IDLE_SECONDS), gate: gateConfig(env) },
    day: await dayLeft(env),
  });
}

/** `GET /bench/health`: 200 while a visitor would be admitted, 503 when the day is used up. */
export async function health(env: Env): Promise<Response> {
  const day = await dayLeft(env);
  const usedUp =
    dayIsOver()?.reached ?? amountNames.find((name) => (day?.left[name] ?? Infinity) < FIRST[name]);
  if (usedUp === undefined) {
    return json({ status: 'ok', setting: env.SETTING, commit: commitOf(env) });
  }
  return jsonError(
    503,
    'day',
    `${usedUp}: too few are left today; it opens again at ${day?.opensAgain}`,
  );
}
