/** Origins whose pages may use a bench: the site’s own, and those of ALLOWED_ORIGINS, by spaces. */
export function allowedOrigins(own: string): string[] {
  return [own, ...(process.env['ALLOWED_ORIGINS'] ?? '').split(' ')].filter(Boolean);
}
