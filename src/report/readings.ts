/** What turns read besides their times, in words: who heard a write, what was sent on, what a loss left. */
import { formatBytes, formatCount, formatPercent, THIN } from '../numbers/format.ts';
import { LIVE_MS } from '../places/streams/fan-out.ts';

const none = (count: number): string => (count === 0 ? 'none' : formatCount(count));

/** @param readings of an arm, by their names: means of its turns, and sums of what was lost */
export function readingTexts(readings: Readonly<Record<string, number>>): string[] {
  const { listeners, inTime = 0, lost, twice, byItself, noticed = 1 } = readings;
  const { left, still = 0 } = readings;
  return [
    ...(listeners
      ? [`${Math.floor((100 * inTime) / listeners)}${THIN}% within ${LIVE_MS}${THIN}ms`]
      : []),
    ...(lost === undefined ? [] : [`${none(lost)} lost`]),
    ...(twice === undefined ? [] : [`${none(twice)} twice`]),
    ...(byItself === undefined ? [] : [wentOn(byItself, noticed)]),
    ...sentOnTexts(readings),
    ...(left === undefined
      ? []
      : [`${none(Math.round(still))} of ${formatCount(left)} still held`]),
  ];
}

function wentOn(byItself: number, noticed: number): string {
  if (byItself === 1) return 'went on by itself';
  if (byItself > 0) return `went on by itself in ${formatPercent(byItself)} of turns`;
  const how = 'asked for the rest by hand';
  return noticed === 1 ? how : `${how}, not told of the loss`;
}

function sentOnTexts(readings: Readonly<Record<string, number>>): string[] {
  const { sentOn, ofBytes = Infinity, halted = 0, held } = readings;
  if (sentOn === undefined) return [];
  const sent = formatBytes(sentOn);
  const holds = held === undefined ? [] : [`the server held ${formatBytes(held)}`];
  if (halted > 0) return [`went on until the bench stopped it after ${sent}`, ...holds];
  return [sentOn < ofBytes ? `stopped after ${sent}` : `went on to the end, ${sent}`, ...holds];
}
