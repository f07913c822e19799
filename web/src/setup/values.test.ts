import { describe, expect, it } from 'vitest';
import { grouped, matching } from './stock';
import { shownValue, typedValue } from './values';

describe('a field in a line of text', () => {
  it('comes back as it was', () => {
    for (const [type, value] of [
      ['number', 4.5],
      ['number', null],
      ['text', '3+'],
      ['list', ['Aegis (2)', 'Bloom']],
      ['list', [1, 2.5]],
      [
        'list',
        [
          [1, 2],
          [3, 4],
        ],
      ],
      ['text', { down: 5, up: 14 }],
    ] as const) {
      const field = { type, value };
      expect(typedValue(field, shownValue(field))).toEqual(value);
    }
  });

  it('that says nothing is told so', () => {
    expect(typedValue({ type: 'number', value: 1 }, 'six')).toBeUndefined();
    expect(typedValue({ type: 'text', value: { up: 1 } }, '{up')).toBeUndefined();
  });
});

describe('the library', () => {
  const stock = ['Ruin', 'Low ruin', 'Wood'].map((label) => ({
    id: label,
    kind: 'ground' as const,
    label,
    group: 'Terrain',
    needs_side: false,
  }));

  it('is found by any words of it', () => {
    expect(matching(stock, 'ruin LOW').map((each) => each.label)).toEqual(['Low ruin']);
    expect(matching(stock, 'terrain')).toHaveLength(3);
    expect(grouped(stock)).toEqual([{ group: 'Terrain', entries: stock }]);
  });
});
