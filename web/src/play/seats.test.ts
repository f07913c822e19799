import { describe, expect, it } from 'vitest';
import { forget, type Seat, seats, sit } from './seats';

function store(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
  };
}

const seat = (id: string, key: string | null = 'k'): Seat => ({
  id,
  title: id,
  system: 'dropfleet',
  key,
  keys: {},
  time: 0,
});

describe('seats', () => {
  it('are kept, the last used first, each once', () => {
    const own = store();
    for (const id of ['a', 'b', 'a']) sit(own, seat(id));
    expect(seats(own).map((each) => each.id)).toEqual(['a', 'b']);
  });

  it('keep a key when one comes again without it', () => {
    const own = store();
    sit(own, { ...seat('a', 'secret'), keys: { red: 'r' } });
    expect(sit(own, seat('a', null))).toMatchObject({ key: 'secret', keys: { red: 'r' } });
    expect(seats(own)[0]).toMatchObject({ key: 'secret', keys: { red: 'r' } });
  });

  it('are not more than a handful', () => {
    const own = store();
    for (let i = 0; i < 20; i += 1) sit(own, seat(String(i)));
    expect(seats(own)).toHaveLength(8);
    expect(seats(own)[0]?.id).toBe('19');
  });

  it('are forgotten, and what cannot be read is none', () => {
    const own = store();
    sit(own, seat('a'));
    forget(own, 'a');
    expect(seats(own)).toEqual([]);
    for (const text of ['{', '{}', '[1, null, {"id": 3}]']) {
      expect(seats({ ...own, getItem: () => text })).toEqual([]);
    }
  });
});
