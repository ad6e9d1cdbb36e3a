/** A claim: what a source stated in numbers or by comparing, with the formula that recomputes it. */
import { z } from 'zod';
import { units } from '../harness/quoted-record.ts';

/** A number, or two with a dash between them, as printed; `<`, `≤`, `≥` and `>` before one number. */
const number = String.raw`[+-]?\d+(\.\d+)?`;
const statedForm = new RegExp(`^([<≤≥>])?${number}$|^(within )?${number}–${number}$`);

export const claimSchema = z
  .strictObject({
    /** The source's wording, shortened. */
    text: z.string().min(1),
    /**
     * The value stated, with the digits it was stated with: `1.49`, `-7.2`, `1.28–1.56` for both
     * ends of a range, `within 30–35` for values that lie inside it, `<1`. `true` for a comparison
     * in words.
     */
    stated: z.union([
      z.string().regex(statedForm, {
        error: 'expected a number in quotes, such as "1.49", "1.28–1.56", "within 30–35" or "<1"',
      }),
      z.literal(true),
    ]),
    /** Unit of the value stated. */
    unit: z.enum(units).optional(),
    /** Formula over records that gives the value; several for a range. See src/claims/formula.ts. */
    of: z.string().min(1).optional(),
    /** Formula that gives what is shown as recomputed, for a comparison in words. */
    shows: z.string().min(1).optional(),
    /** What would be needed to check it, where no formula can. */
    missing: z.string().min(1).optional(),
    /** One sentence on what is likely behind a value that does not hold, where the source allows it. */
    likely: z.string().min(1).optional(),
  })
  .superRefine((claim, context) => {
    if ((claim.of === undefined) === (claim.missing === undefined)) {
      context.addIssue({ code: 'custom', message: 'expected either of: or missing:' });
    }
    if ((claim.stated === true) !== (claim.shows !== undefined) && claim.of !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['shows'],
        message: 'expected a formula for a comparison in words, and none for a value',
      });
    }
  });

export type Claim = z.infer<typeof claimSchema>;
