import { expect, it } from 'vitest';
import { textOf } from './text-file.ts';

const json = '{"a":"é"}';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

it('skips a byte-order mark', () => {
  expect(textOf(Buffer.from(json), 'r.json')).toBe(json);
  expect(textOf(Buffer.from(`\ufeff${json}`), 'r.json')).toBe(json);
});

it.each([
  ['with its mark', utf16(`\ufeff${json}`)],
  ['with its mark, the other way round', utf16(`\ufeff${json}`).swap16()],
  ['without a mark', utf16(json)],
])('says how to save UTF-16 %s', (_, bytes) => {
  expect(() => textOf(bytes, 'r.json')).toThrow(
    'r.json: got UTF-16, as > writes it in Windows PowerShell, expected UTF-8: save it with | Out-File -Encoding utf8',
  );
});

it('refuses other bytes', () => {
  expect(() => textOf(Buffer.from([0x22, 0xe9, 0x22]), 'r.json')).toThrow('no UTF-8');
});
