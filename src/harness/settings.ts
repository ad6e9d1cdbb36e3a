/**
 * Where a run's Workers ran. Results of different settings are never compared as if only systems
 * differed. Apart from the record's schema, so that who only reads an answer loads no validator.
 */
export const settings = ['workerd', 'wrangler-dev', 'deployed', 'preview'] as const;
