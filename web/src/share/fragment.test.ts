import { describe, expect, it } from 'vitest';
import { fragmentOf, readFragment } from './fragment';

const BATTLE = { system: 'wh40k', title: 'Kräuter & “Söhne”', units: { A: { at: [1.5, -2] } } };

describe('a battle in a link', () => {
  it('comes back as it was', async () => {
    const fragment = await fragmentOf(BATTLE);
    expect(fragment).toMatch(/^#b=[\w-]+$/);
    expect(await readFragment(fragment)).toEqual({ kind: 'battle', document: BATTLE });
  });

  it('is small: a table of many alike pieces folds well', async () => {
    const ships = Object.fromEntries(
      Array.from({ length: 80 }, (_, n) => [`Ship ${n}`, { pos: [n, n], layer: 'high' }]),
    );
    expect((await fragmentOf({ ships })).length).toBeLessThan(JSON.stringify({ ships }).length / 4);
  });

  it('that was cut short or altered is called broken', async () => {
    const fragment = await fragmentOf(BATTLE);
    expect(await readFragment(fragment.slice(0, -9))).toEqual({ kind: 'broken' });
    expect(await readFragment('#b=%%%')).toEqual({ kind: 'broken' });
    expect(await readFragment(await fragmentOf([1, 2]))).toEqual({ kind: 'broken' });
    expect(await readFragment('#elsewhere')).toEqual({ kind: 'none' });
  });

  it('may not unfold without end', async () => {
    const bomb = await fragmentOf({ a: 'a'.repeat(5_000_000) });
    expect(bomb.length).toBeLessThan(20_000);
    expect(await readFragment(bomb)).toEqual({ kind: 'broken' });
  });
});
