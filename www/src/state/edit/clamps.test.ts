import { expect, test } from 'vitest';
import { plainSide } from '../doc';
import { CLAMP_MAX, keyOf, limitOf, withClamps } from './clamps';

const SIDE = plainSide('7.2');

test('what is ordinary is not said', () => {
  expect([keyOf(SIDE), limitOf(SIDE, 'util_clamp_max')]).toEqual(['off', CLAMP_MAX]);
  const capped = { ...SIDE, uclamp: withClamps(SIDE, { util_clamp_max: 512 })! };
  expect(capped.uclamp).toEqual({ util_clamp_max: 512 });
  expect(withClamps(capped, { key: 'used' })).toEqual({ util_clamp_max: 512, key: 'used' });
  expect(withClamps(capped, { util_clamp_max: CLAMP_MAX })).toBeUndefined();
});

test('what the page does not know stays', () =>
  expect(withClamps({ ...SIDE, uclamp: { later: 1 } }, { key: 'off' })).toEqual({ later: 1 }));
