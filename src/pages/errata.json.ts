/** The page of errata for programs: every claim with its verdict, by study and entry. */
import type { APIRoute } from 'astro';
import { plainClaim } from '../claims/check.ts';
import { jsonResponse } from '../exports/addresses.ts';
import { allClaims } from '../journal/claims.ts';

export const GET: APIRoute = async () => {
  const studies = await allClaims();
  const document = {
    schema: 1,
    studies: studies.map(({ study, title, href, counts, entries }) => ({
      study,
      title,
      href,
      counts,
      claims: entries.flatMap((entry) =>
        entry.claims.map((claim) => ({ ...plainClaim(claim), href: `${entry.href}#claims` })),
      ),
    })),
  };
  return jsonResponse(document);
};
