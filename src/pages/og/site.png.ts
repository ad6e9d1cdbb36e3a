/** The image that stands for every page without one of its own. */
import type { APIRoute } from 'astro';
import { siteCard } from '../../twins/og/card.ts';
import { pngResponse } from '../../twins/og/image.ts';

export const GET: APIRoute = () => pngResponse(siteCard());
