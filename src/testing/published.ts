/** Published results as links hold them. */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { parseResult, resultFile } from '../results/file.ts';
import { reducedResult, type ReducedResult, toForm } from '../results/share/form.ts';

const ID = 'lumenize-vs-capnweb/2026-11-23-all-contestants-of-the-bench-in-one-run-2';

/** @param id of a measured record */
export function publishedResult(id = ID): ReducedResult {
  const result = parseResult(readFileSync(resultFile(id), 'utf8'), id);
  if (result.kind !== 'measured') throw new Error(`${id}: got ${result.kind}, expected measured`);
  return reducedResult(result, ['raw-websocket/in-memory', 'fetch-json/http']);
}

/** The same as the text of a link, packed as `packResult` does: Playwright cannot import that with its list of systems. */
export function packedResult(): string {
  const json = JSON.stringify(toForm(publishedResult(), false));
  return `3.${deflateRawSync(json).toString('base64url')}`;
}

/** Links of version 1, as the site made them of two of its records. */
export const oldLinks = [
  {
    record:
      'lumenize-vs-capnweb/2026-11-23-batches-over-http-answered-as-a-whole-or-call-by-call-1',
    text: '1.eJx9kWtsFFUUx--Z585SioAB4qPWk7bEdbad3e6D3qhJNX7RQEIEjZomTmcv28nuzGxm7rKtpbXBggaJQEUFResLTDH6oQli1diYmIhPBLGlmiiR1AaboIgkJGo0M_Sbxm_n_PM_5_5_5_ZjwKuFPqRYrjrMtR9myc1B0jIrbo11o44BN33OCp0cKaaNdC6ZSiXT7RtS7TTTTlNGaz6beyC0MVZAmspl12Ty2Y5sRkfmFpCi5TmVMuMMdeSeV1obIM2kjI6MjpWy6SLtR79aZkiR205o6q4WioxHNsMwDB1N3wmQPoi-WUvWWHfgWSXG22w36TDH8_tQx4Ws_6n1cF5Jdpvc6gkD-BXrf5VkwH1mOqij929rzXaxS8ea55fKnlmIQtmu5TOHuTxK7gccuwZC8s2277mRTvsxYJzbbhFpNMv8QrTfLtouUgzfoG1tZc8yyz1ewGl7piOXRx39qhudhOI6r8Aa05nWdKrVwOhufJPnO-GP2W61t7E3lwmJy55VuoezysYAqdGayg4MxBVCYttuG4Gn4YW7CBEg9tKvsE0b18JOBO3E6r4tYSmBdig7Bm9GLhm0r1s2FcNSEWI7130CxyNdJbHdq3fDOBD4uWE7bIVh4ZA0J4-p29WZayD2lWHvEwhMtYzCy_CbsEueV44tenzxpbygnatfmyAwW9d0fWfpc5hT_pBeU0Xt2Ko7DQJ7lhxR6f0Dp2FH_LT001WSdrmxOAQEjq6YUO8bnIAnxHcXv6O8epOsnV_ZbBH4ov49NbW-9yR8GhuXR1YosTPG4KRA4K2WD-AZ-FPYK59SZ-OX448lQvbRNc_B6BV2og6_Lu5b_uTVETuJXejcIx4UF-ifbep6aIF977W1LVfYlQNDt_5-ED4cW8DXPr6htJ7A0evS-cr7cEl4Sj2hHr4btOmbHxUOCAS-bN4Ft8zBvHBBfCP-Ud1nzYI2vHIGLgoEzi29d3A__CLMSjvix5dNM1GbaXobdgoE_l71HUzCuDQiDckzyyYbpjwp_v3yrm-BwNTSxI0btsKYcF7-Qf6xXo7_VX9HkcB83e0NudpZmJDOKGfrFO1i4iScEgl80_wibHzkefEV6ciS6UWHE_8AEW41sA',
  },
  {
    record: 'streams/2026-11-25-a-loss-a-slow-reader-and-listeners-that-leave-2',
    text: '1.eJxdUWtoHFUUvmfu7O48drM0mpQI9XH7w4i7bnaTTZsRjKUgMlpQtOKDqLMzN9nJzsxdZ-5kG0t-CbXaltYHVVPGxRbb-ggloUQFEWOlFqH-qVa02PggaKWpCvVRISiz0tD483zn43yPs5UEPLTGiUYC7lPDDUiOBNzwObU2cKKRUk-pP18s5kvl-0s9WqlPK_beUhwYeDimUWoRrdjT01fsHSiu780R6llEIyZz6w7llOQIZ6y2KYhJ_eVyX47UHcMj2lbihw4lGhm2t1CL5IjPQs8KiLY-RwzfDYj2CPGNRr5BKwEza5QXbC_vUpf54zF5xaZqV6jvGdz2RkiODFNuVvOjAfMKFWaNr0ToGPV4nM806l6DVgr_Jb4CMA3HqRhmLXbu183CssxlYPkE-_-6BVQ5r5McqdXi4YpjTuhSz36SFizW8JZVL6P5mL1iwxu2R4ZypMH8msMMq9WIGXIyNBGXPGb7zHOpx-MqA8pb4bUWm_pWy4w9YntEI7EhrVBwmGk4VRZwrbRuXV85LjH0uO3GP9hY9Zlrh-71xXI_aX2IDzPfJRq52_bCLbGbqk8Na1kg7sthZu0-TuubA6KVJyaUjIil9x8_3vnOmkjf_9sqlMDyJXlOmMKRvvO9LEqCHGWP4mkx0hFKgTqd_VU4huNBBrWp_A5TQjwoWHpdn7nq1Wsi_eLCPhGpOPXB34mDn8C5XUKkT85sa0cIp5aeTxx9FiaPQKR_9l0nApw6vScxP3ZpD0T60k8ZJGB5QZ6F0xDp26sIg9rMLgpzLbU0lufk72GvEOnfnlBQBsvnpTOwW2iZxm1IeU2ZhlcAwV9S1w033nl7b3sWlLPy08ILGMFCqn_jg91LcEf3tYIynX0G_wII3k3ftikcrw-rCk6fXC2KCD5djUBACABE5bm2k8JhEcHn6q13jdwzjwcTOKFMtR3EzTYEL6sb7rUnoSkcEBfxLpxULnZ-ARdEBIc61qxdO3oKjgjlm1Pq4QuwA0oIDizC1V2DXVKHIknKG-qbwqEUgp1yQdv82A_wFQ6H5PT5LE4h-DmLABDGCCnyl2xf-8c3IWg-ug2fw6fwH8lj8kft88mZhKp8qP4DPwoIjsurOp-ovCQMSsm0fHY7vNixv4Rglr-F94oz4qz0VP4EHn0go3yT2YG_FhCcUa7rfht2w5_wkCj-C0LtVEU',
  },
];
