import { allSystems, served } from '../../src/systems/index.ts';
import { budgetOf, type Env } from '../env.ts';
import { json, jsonError } from '../http.ts';
import { limits } from '../limits.ts';
import { gateConfig } from './config.ts';
import { amountNames, endOfDay, type Share, type Standing } from './protocol.ts';

/** How long an answer of the budget is told again: whoever asks often costs nothing more. */
const FRESH_MS = 5000;

interface Day {
  shares: Record<Share, Standing>;
  opensAgain: string;
}

let day: { at: number; answer: Promise<Day> } | undefined;

/** What is left of today; null where days are not counted. */
async function dayLeft(env: Env): Promise<Day | null> {
  if (gateConfig(env).day === null) return null;
  const now = Date.now();
  if (day === undefined || now - day.at > FRESH_MS) {
    const ask = async () => ({
      shares: await budgetOf(env).today(),
      opensAgain: new Date(endOfDay(now)).toISOString(),
    });
    day = { at: now, answer: ask() };
  }
  try {
    return await day.answer;
  } catch (error) {
    day = undefined;
    throw error;
  }
}

/** `GET /bench/about`: what runs here, whom it lets in, and what is left today. */
export async function about(request: Request, env: Env): Promise<Response> {
  const { page, commandLine, dayParts, lifetimeSeconds, callsPerBatch } = gateConfig(env);
  return json({
    setting: env.SETTING,
    commit: env.COMMIT === '' ? null : env.COMMIT,
    dirty: env.DIRTY === 'true',
    builtAt: env.BUILT_AT,
    colo: request.cf?.colo ?? null,
    systems: served.map(({ id, label, versions, arms, addressSuffix }) => ({
      id,
      label,
      versions,
      arms: arms.map(({ name, accept }) => ({ name, accept })),
      address: `/bench/${id}/<arm>/<object>${addressSuffix}`,
    })),
    notInstalled: allSystems
      .filter(({ needs, versions }) => needs !== undefined && versions === undefined)
      .map(({ id, label, needs }) => ({ id, label, package: needs })),
    limits: {
      ...limits,
      idleSeconds: Number(env.IDLE_SECONDS),
      lifetimeSeconds,
      callsPerBatch,
      visitor: { page, commandLine, dayParts },
    },
    day: await dayLeft(env),
  });
}

/** `GET /bench/health`: 200 while a visitor would be let in, 503 when the day is used up. */
export async function health(env: Env): Promise<Response> {
  const left = await dayLeft(env);
  const commit = env.COMMIT === '' ? null : env.COMMIT;
  const usedUp = amountNames.find((name) => left?.shares.visitors.left[name] === 0);
  if (usedUp === undefined) return json({ status: 'ok', setting: env.SETTING, commit });
  const message = `${usedUp}: none are left today; it opens again at ${left?.opensAgain}`;
  return jsonError(503, 'day', message);
}
