import { describe, expect, it } from 'vitest';
import { type Entry, joined, lastLive, undone } from './entries';

const act = (digest: string): Entry => ({ kind: 'act', action: digest, digest });
const dice: Entry = { kind: 'throw', clause: 'c', faces: [6], origin: 'seed', digest: 'd' };

describe('entries of a log', () => {
  it('are joined at the count that was told', () => {
    const known = [act('a'), act('b')];
    expect(joined(known, [act('c')], 3).map((each) => each.digest)).toEqual(['a', 'b', 'c']);
    expect(joined(known, [act('a'), act('b')], 2)).toHaveLength(2);
    expect(joined([], [act('a')], 1)).toHaveLength(1);
  });

  it('are undone and done again', () => {
    const log: Entry[] = [act('a'), dice, { kind: 'undo', entry: 1, digest: 'u' }];
    expect(undone(log)).toEqual(new Set([1]));
    expect(lastLive(log)?.kind).toBe('act');
    log.push({ kind: 'redo', entry: 1, digest: 'r' });
    expect(undone(log)).toEqual(new Set());
    expect(lastLive(log)).toBe(dice);
  });

  it('have nothing to take back at first, nor a commitment', () => {
    expect(lastLive([])).toBeNull();
    expect(lastLive([{ kind: 'commit', sha256: 'x', digest: 'x' }])).toBeNull();
  });
});
