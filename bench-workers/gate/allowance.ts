import type { Env } from '../env.ts';
import type { Refusal } from './protocol.ts';
export interface Payer { share: 'visitors' | 'nightly'; visitor: number; openedAt: number }
export class Allowance {
  constructor(_env: Env, _onUsedUp: (refusal: Refusal) => void) {}
  begin(_payer: Payer): void {}
  count(_messages: number, _rows: number): void {}
  async pay(_what: string, _messages: number, _rows: number): Promise<void> {}
  opened(): void {}
  closed(): void {}
}
export function payerOf(request: Request): Payer {
  const { ticket } = JSON.parse(request.headers.get('Roundtrip-Ticket') ?? '{}') as { ticket: Payer };
  return ticket;
}
