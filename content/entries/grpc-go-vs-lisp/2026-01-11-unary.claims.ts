import type { Claims, Today } from '../../../src/journal/claims/claim.ts';
import type { Figures } from '../../../src/journal/claims/figures.ts';

const clients = [1, 10, 100] as const;
type Clients = (typeof clients)[number];
const arms = ['grpc-lisp', 'grpc-go'] as const;
type Arm = (typeof arms)[number];

/** Unary calls a second. */
const rate = ($: Figures, arm: Arm, n: Clients) => $.result(arm, `unary-${n}`).operationsPerSecond;

/** Lisp’s rate in per cent of Go’s. */
const share = ($: Figures, n: Clients) => (100 * rate($, 'grpc-lisp', n)) / rate($, 'grpc-go', n);

const slowdown = ($: Figures, n: Clients) => $.ratio('grpc-lisp', `unary-${n}`);

/** The rate in per cent of a lone client’s, times the clients. */
const efficiency = ($: Figures, arm: Arm, n: Clients) =>
  (100 * rate($, arm, n)) / (rate($, arm, 1) * $.result(arm, `unary-${n}`).clients);

/** The same of a hundred clients of Lisp, from the raw rates of the analysis. */
const rawEfficiency = ($: Figures) =>
  (100 * $.figure('lisp.unary-100.raw')) /
  ($.figure('lisp.unary-1.raw') * $.result('grpc-lisp', 'unary-100').clients);

/** Seconds that all tests of a benchmark take. */
const testsTake = ($: Figures, kinds: 'Kinds of call, Go' | 'Kinds of call, Lisp') =>
  $.setting(kinds) * $.settings('Clients at once').length * $.setting('Duration of a test');

const POINTS = 'Points in a call in which the client streams, by the code';

const today = (n: Clients): Today[] => [
  {
    record: 'unary-servers',
    of: 'outside:clgrpc/as-it-stands',
    to: 'grpc-go',
    workload: `unary-${n}`,
  },
];

export const claims: Claims = [
  {
    text: 'Quick results, 1 client: CL/Go ratio “0.13%”',
    line: 9,
    stated: '0.13',
    unit: '%',
    value: ($) => share($, 1),
  },
  {
    text: 'Quick results, 1 client: slowdown “794x”',
    line: 9,
    stated: '794',
    unit: '×',
    value: ($) => slowdown($, 1),
    also: ($) => rate($, 'grpc-go', 1) / $.figure('lisp.unary-1.raw'),
    today: today(1),
  },
  {
    text: 'Quick results, 1 client: “794x” [by the raw rate of the analysis beside it]',
    line: 9,
    stated: '794',
    unit: '×',
    value: ($) => rate($, 'grpc-go', 1) / $.figure('lisp.unary-1.raw'),
  },
  {
    text: 'Quick results, 10 clients: CL/Go ratio “0.39%”',
    line: 10,
    stated: '0.39',
    unit: '%',
    value: ($) => share($, 10),
  },
  {
    text: 'Quick results, 10 clients: slowdown “257x”',
    line: 10,
    stated: '257',
    unit: '×',
    value: ($) => slowdown($, 10),
    today: today(10),
  },
  {
    text: 'Quick results, 100 clients: CL/Go ratio “1.50%”',
    line: 11,
    stated: '1.50',
    unit: '%',
    value: ($) => share($, 100),
  },
  {
    text: 'Quick results, 100 clients: slowdown “67x”',
    line: 11,
    stated: '67',
    unit: '×',
    value: ($) => slowdown($, 100),
    today: today(100),
  },
  {
    text: 'Key finding: “CL achieves 101.7% scaling efficiency”',
    known: 5,
    line: 13,
    stated: '101.7',
    unit: '%',
    value: ($) => efficiency($, 'grpc-lisp', 100),
    also: ($) => rawEfficiency($),
  },
  {
    text: 'Key finding: “101.7% scaling efficiency” of CL [by the raw rates of the analysis beside it]',
    line: 13,
    stated: '101.7',
    unit: '%',
    value: ($) => rawEfficiency($),
  },
  {
    text: 'Key finding: “near-perfect linear scaling” of CL [“near-perfect”]',
    known: 4,
    line: 13,
    as: 'description',
    shows: ($) => `${Number(efficiency($, 'grpc-lisp', 100).toFixed(2))} % of linear`,
  },
  {
    text: 'Key finding: “Go’s 8.5%”',
    line: 13,
    stated: '8.5',
    unit: '%',
    value: ($) => efficiency($, 'grpc-go', 100),
  },
  {
    text: '“Duration: 5 seconds per test”, and for Go “all RPC types, ~1 minute” [its tests make that]',
    line: [22, 66],
    stated: '1',
    unit: 'min',
    value: ($) => testsTake($, 'Kinds of call, Go') / 60,
  },
  {
    text: '“Duration: 5 seconds per test”, and for CL “unary only, ~20 seconds” [its tests fit into that]',
    line: [22, 75],
    holds: ($) =>
      testsTake($, 'Kinds of call, Lisp') <= $.setting('Time of the whole benchmark, Lisp'),
    shows: ($) => {
      const whole = $.setting('Time of the whole benchmark, Lisp');
      return `its tests take ${testsTake($, 'Kinds of call, Lisp')} s of ${whole} s`;
    },
  },
  {
    text: 'Troubleshooting: “Default is 10 seconds per test”',
    line: 181,
    stated: '10',
    unit: 's',
    value: ($) => $.setting('Duration of a test'),
    likely:
      'The default may have been changed for these runs; the total times stated for both benchmarks fit the shorter duration.',
  },
  {
    text: '“Green (≥80%): Excellent – within 20% of Go”',
    line: 102,
    stated: '20',
    unit: '%',
    value: ($) =>
      $.setting('Ratio that means equal performance') - $.setting('Green band, excellent, from'),
  },
  {
    text: 'Unary calls: “Highest throughput for both implementations” [Go, one client; and then, of server streaming, “Higher apparent throughput due to multiple messages”]',
    line: [109, 116],
    as: 'expectation',
    shows: ($) =>
      'a second, as the analysis beside the document counts, ' +
      `unary: ${rate($, 'grpc-go', 1)}, server streaming: ${$.figure('go.server-1')}, ` +
      `client streaming: ${$.figure('go.client-1')}, both ways: ${$.figure('go.bidirectional-1')}`,
  },
  {
    text: 'Unary calls: “Highest throughput for both implementations” [Lisp]',
    line: 109,
    as: 'expectation',
    missing: 'Results of streaming calls in Lisp. Its benchmark of all kinds was in progress.',
  },
  {
    text: '“Metric: Requests per second” [for all kinds of call]',
    line: 23,
    against: {
      says: 'Of server streaming: “Throughput measured in messages received, not RPCs initiated”',
      line: 115,
    },
  },
  {
    text: 'Client streaming: “Lower RPC count but higher message throughput” [Go, than unary calls, at each number of clients]',
    line: 120,
    holds: ($) =>
      clients.every((n) => {
        const [calls, unary] = [$.figure(`go.client-${n}`), rate($, 'grpc-go', n)];
        return calls < unary && calls * $.setting(POINTS) > unary;
      }),
    shows: ($) =>
      clients
        .map((n) => {
          const calls = `${$.figure(`go.client-${n}`)} calls of ${$.setting(POINTS)} points a second`;
          return `${calls}, unary: ${rate($, 'grpc-go', n)}`;
        })
        .join('; '),
  },
  {
    text: 'Unary, Go: “Expect: 1000s–10000s req/s depending on client count”',
    line: 111,
    as: 'expectation',
    shows: ($) =>
      `${clients.map((n) => rate($, 'grpc-go', n)).join(', ')} /s with 1, 10 and 100 clients`,
  },
  {
    text: 'Unary, CL: “Expect: 1000s–10000s req/s depending on client count”',
    line: 111,
    as: 'expectation',
    shows: ($) =>
      `${clients.map((n) => rate($, 'grpc-lisp', n)).join(', ')} /s with 1, 10 and 100 clients`,
  },
  {
    text: '“10 clients: Should show good scaling (near-linear)” [CL]',
    line: 131,
    as: 'expectation',
    shows: ($) => `${Number(efficiency($, 'grpc-lisp', 10).toFixed(1))} % of linear`,
  },
  {
    text: '“10 clients: Should show good scaling (near-linear)” [Go]',
    line: 131,
    as: 'expectation',
    shows: ($) => `${Number(efficiency($, 'grpc-go', 10).toFixed(1))} % of linear`,
  },
  {
    text: 'Actual results, CL: “1 client: 12 req/s”',
    line: 139,
    stated: '12',
    unit: '/s',
    value: ($) => rate($, 'grpc-lisp', 1),
  },
  {
    text: 'Actual results, CL: “10 clients: 120 req/s”',
    line: 140,
    stated: '120',
    unit: '/s',
    value: ($) => rate($, 'grpc-lisp', 10),
  },
  {
    text: 'Actual results, CL, 10 clients: “10x scaling – perfect!”',
    line: 140,
    stated: '10',
    unit: '×',
    value: ($) => rate($, 'grpc-lisp', 10) / rate($, 'grpc-lisp', 1),
  },
  {
    text: 'Actual results, CL: “100 clients: 1,179 req/s”',
    line: 141,
    stated: '1179',
    unit: '/s',
    value: ($) => rate($, 'grpc-lisp', 100),
  },
  {
    text: 'Actual results, CL, 100 clients: “98x scaling”',
    line: 141,
    stated: '98',
    unit: '×',
    value: ($) => rate($, 'grpc-lisp', 100) / rate($, 'grpc-lisp', 1),
  },
  {
    text: 'Actual results, CL: “Scaling efficiency: 101.7%”',
    line: 142,
    stated: '101.7',
    unit: '%',
    value: ($) => efficiency($, 'grpc-lisp', 100),
    also: ($) => rawEfficiency($),
  },
  {
    text: 'Actual results, CL: “better than linear!”',
    line: 142,
    holds: ($) =>
      rate($, 'grpc-lisp', 100) >
      rate($, 'grpc-lisp', 1) * $.result('grpc-lisp', 'unary-100').clients,
    shows: ($) => {
      const part = Number(efficiency($, 'grpc-lisp', 100).toFixed(2));
      const lone = rate($, 'grpc-lisp', 1);
      return `${part} % of linear, from ${lone} /s: too few digits to rule more out`;
    },
  },
  {
    text: 'Actual results, Go: “1 client: 9,214 req/s”',
    line: 145,
    stated: '9214',
    unit: '/s',
    value: ($) => rate($, 'grpc-go', 1),
  },
  {
    text: 'Actual results, Go: “10 clients: 30,850 req/s”',
    line: 146,
    stated: '30850',
    unit: '/s',
    value: ($) => rate($, 'grpc-go', 10),
  },
  {
    text: 'Actual results, Go, 10 clients: “3.3x scaling”',
    line: 146,
    stated: '3.3',
    unit: '×',
    value: ($) => rate($, 'grpc-go', 10) / rate($, 'grpc-go', 1),
  },
  {
    text: 'Actual results, Go: “100 clients: 78,471 req/s”',
    line: 147,
    stated: '78471',
    unit: '/s',
    value: ($) => rate($, 'grpc-go', 100),
  },
  {
    text: 'Actual results, Go, 100 clients: “8.5x scaling”',
    line: 147,
    stated: '8.5',
    unit: '×',
    value: ($) => rate($, 'grpc-go', 100) / rate($, 'grpc-go', 1),
  },
  {
    text: 'Actual results, Go: “Scaling efficiency: 8.5%”',
    line: 148,
    stated: '8.5',
    unit: '%',
    value: ($) => efficiency($, 'grpc-go', 100),
  },
  {
    text: 'Go’s scaling efficiency: “poor, likely benchmark artifact”',
    known: 6,
    line: 148,
    missing:
      'The load of the processors during the run, or a run with the clients on other machines.',
  },
  {
    text: 'Actual results: “1 client: 0.13%”',
    line: 151,
    stated: '0.13',
    unit: '%',
    value: ($) => share($, 1),
  },
  {
    text: 'Actual results, 1 client: “794x slower”',
    known: 2,
    line: 151,
    stated: '794',
    unit: '×',
    value: ($) => slowdown($, 1),
    also: ($) => rate($, 'grpc-go', 1) / $.figure('lisp.unary-1.raw'),
    today: today(1),
  },
  {
    text: 'Actual results: “10 clients: 0.39%”',
    line: 152,
    stated: '0.39',
    unit: '%',
    value: ($) => share($, 10),
  },
  {
    text: 'Actual results, 10 clients: “257x slower”',
    known: 3,
    line: 152,
    stated: '257',
    unit: '×',
    value: ($) => slowdown($, 10),
    today: today(10),
  },
  {
    text: 'Actual results: “100 clients: 1.50%”',
    line: 153,
    stated: '1.50',
    unit: '%',
    value: ($) => share($, 100),
  },
  {
    text: 'Actual results, 100 clients: “67x slower”',
    known: 1,
    line: 153,
    stated: '67',
    unit: '×',
    value: ($) => slowdown($, 100),
    today: today(100),
  },
  {
    text: '“Gap narrows significantly at higher concurrency” [that it narrows; “significantly” is not judged]',
    line: 154,
    holds: ($) => slowdown($, 1) > slowdown($, 10) && slowdown($, 10) > slowdown($, 100),
    shows: ($) => clients.map((n) => `${Math.round(slowdown($, n))}×`).join(', '),
  },
  {
    text: '“CL’s superior scaling” [from 1 to 100 clients]',
    line: 154,
    holds: ($) =>
      rate($, 'grpc-lisp', 100) / rate($, 'grpc-lisp', 1) >
      rate($, 'grpc-go', 100) / rate($, 'grpc-go', 1),
    shows: ($) => {
      const [lisp, go] = arms.map((arm) =>
        Number((rate($, arm, 100) / rate($, arm, 1)).toFixed(2)),
      );
      return `${lisp}× against ${go}×`;
    },
  },
  {
    text: '“Benchmarks use the same test patterns for fair comparison”',
    line: 226,
    missing:
      'The code of both benchmarks. The Lisp server runs inside its benchmark, the Go server as a process of its own.',
  },
  {
    text: '“Both implementations use similar optimizations (connection pooling, etc.)”',
    line: 227,
    against: {
      says: 'The same document, in its list of what Lisp still lacks: “Connection pooling (2–5x) – Currently creating new connection per request”. By the code of both benchmarks each client opens one connection and keeps it, which neither line says.',
      line: 161,
    },
  },
  {
    text: 'Analysis, scaling efficiency of Go, 1 to 10 clients: “33.5%”',
    line: 52,
    neighbour: 'analysis',
    stated: '33.5',
    unit: '%',
    value: ($) => (100 * rate($, 'grpc-go', 10)) / (10 * rate($, 'grpc-go', 1)),
  },
  {
    text: 'Analysis, scaling efficiency of Go, 10 to 100 clients: “25.4%”',
    line: 52,
    neighbour: 'analysis',
    stated: '25.4',
    unit: '%',
    value: ($) => (100 * rate($, 'grpc-go', 100)) / (10 * rate($, 'grpc-go', 10)),
  },
  {
    text: 'Analysis, scaling efficiency of Common Lisp, 1 to 10 clients: “103.4%”',
    line: 53,
    neighbour: 'analysis',
    stated: '103.4',
    unit: '%',
    value: ($) => (100 * $.figure('lisp.unary-10.raw')) / (10 * $.figure('lisp.unary-1.raw')),
  },
  {
    text: 'Analysis, scaling efficiency of Common Lisp, 10 to 100 clients: “98.3%”',
    line: 53,
    neighbour: 'analysis',
    stated: '98.3',
    unit: '%',
    value: ($) => (100 * $.figure('lisp.unary-100.raw')) / (10 * $.figure('lisp.unary-10.raw')),
  },
  {
    text: 'Analysis: “Server streaming shows 7-10x higher throughput than unary” [at each number of clients]',
    line: 71,
    neighbour: 'analysis',
    stated: 'within 7–10',
    unit: '×',
    value: ($) => clients.map((n) => $.figure(`go.server-${n}`) / rate($, 'grpc-go', n)),
  },
  {
    text: 'Analysis: “Bidirectional streaming is extremely fast because messages flow in both directions simultaneously” [that this is why]',
    line: 71,
    neighbour: 'analysis',
    against: {
      says: 'The Go server keeps every note and answers a note with all of its place, so that a run gets more messages from each call the longer it goes on',
      url: 'https://github.com/vydd/clgrpc/blob/255d9f56accdbd669ccd59dc9a8703080a98cca8/benchmarks/server.go#L75-L100',
    },
  },
];
