/** Arithmetic of colours, for tests of the palette. */

type Triple = readonly [number, number, number];

/** Red, green and blue of a hex colour as parts of full light, without gamma. */
function linear(hex: string): Triple {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

const weigh = ([a, b, c]: Triple, [x, y, z]: Triple): number => a * x + b * y + c * z;

/** Relative luminance of a hex colour, after WCAG 2. */
function luminance(hex: string): number {
  return weigh([0.2126, 0.7152, 0.0722], linear(hex));
}

/**
 * What eyes see of linear light: all of it, or without one kind of cone, after Machado, Oliveira
 * and Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency (2009),
 * severity 1.
 */
export const eyes: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Linear light as Oklab (Ottosson, 2020), in which distances are about as large as they look. */
function oklab(light: Triple): Triple {
  const cones: Triple = [
    Math.cbrt(weigh([0.4122214708, 0.5363325363, 0.0514459929], light)),
    Math.cbrt(weigh([0.2119034982, 0.6806995451, 0.1073969566], light)),
    Math.cbrt(weigh([0.0883024619, 0.2817188376, 0.6299787005], light)),
  ];
  return [
    weigh([0.2104542553, 0.793617785, -0.0040720468], cones),
    weigh([1.9779984951, -2.428592205, 0.4505937099], cones),
    weigh([0.0259040371, 0.7827717662, -0.808675766], cones),
  ];
}

/** How far apart two hex colours look: black and white are 1 apart, the least one sees about 0.02. */
export function distance(
  one: string,
  other: string,
  seen: readonly [Triple, Triple, Triple],
): number {
  const look = (hex: string): Triple => {
    const [red, green, blue] = seen.map((row) => Math.min(1, Math.max(0, weigh(row, linear(hex)))));
    return oklab([red ?? 0, green ?? 0, blue ?? 0]);
  };
  const [from, to] = [look(one), look(other)];
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

/** How much colour a hex colour has; greys have less than 0.02. */
export function chroma(hex: string): number {
  const [, green, blue] = oklab(linear(hex));
  return Math.hypot(green, blue);
}

/** Contrast of two hex colours, after WCAG 2: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
