import { describe, expect, it } from 'vitest';
import type { Reply } from '../api/client';
import type { Odds } from '../api/types';
import { Chances } from './chances';

const ODDS = { action: 'fire' } as Odds;
const good: Reply<Odds> = { ok: true, value: ODDS };
const bad = (code: string, status = 422): Reply<Odds> =>
  ({ ok: false, status, problem: { code } }) as unknown as Reply<Odds>;

function asked(...replies: Reply<Odds>[]) {
  const questions: object[] = [];
  const chances = new Chances((action, sample) => {
    questions.push({ action, sample });
    return Promise.resolve(replies.shift() as Reply<Odds>);
  });
  return { questions, chances };
}

const { signal } = new AbortController();

describe('odds of actions', () => {
  it('are asked once for each table', async () => {
    const { questions, chances } = asked(good, good);
    expect(await chances.of('one', 'fire', signal)).toBe(ODDS);
    expect(await chances.of('one', 'fire', signal)).toBe(ODDS);
    expect(questions).toHaveLength(1);
    await chances.of('two', 'fire', signal);
    expect(questions).toHaveLength(2);
  });

  it('are sampled where exact ones take too much', async () => {
    const { questions, chances } = asked(bad('too-many-states'), good);
    expect(await chances.of('one', 'fire', signal)).toBe(ODDS);
    expect(questions[1]).toMatchObject({ sample: { trials: 200_000 } });
  });

  it('are none where the action has none, and that is kept', async () => {
    const { questions, chances } = asked(bad('no-odds'));
    expect(await chances.of('one', 'end', signal)).toBeNull();
    expect(await chances.of('one', 'end', signal)).toBeNull();
    expect(questions).toHaveLength(1);
  });

  it('are asked again after a server that was busy', async () => {
    const { questions, chances } = asked(bad('too-many', 429), good);
    expect(await chances.of('one', 'fire', signal)).toBeNull();
    expect(chances.peek('one', 'fire')).toBeUndefined();
    expect(await chances.of('one', 'fire', signal)).toBe(ODDS);
    expect(questions).toHaveLength(2);
  });
});
