import { describe, expect, it } from 'vitest';
import { Latest } from './latest';

function held() {
  const asked: { what: number; done: () => void; signal: AbortSignal }[] = [];
  const latest = new Latest<number>(
    (what, signal) =>
      new Promise((done, fail) => {
        signal.addEventListener('abort', () => fail(new Error('stopped')));
        asked.push({ what, done: () => done(), signal });
      }),
  );
  return { asked, latest };
}

const settle = () => new Promise((done) => setTimeout(done));

describe('asking the latest', () => {
  it('asks one at a time and skips what was overtaken', async () => {
    const { asked, latest } = held();
    for (const what of [1, 2, 3]) latest.ask(what);
    expect(asked.map((each) => each.what)).toEqual([1]);
    asked[0]?.done();
    await settle();
    expect(asked.map((each) => each.what)).toEqual([1, 3]);
    expect(asked[0]?.signal.aborted).toBe(false);
  });

  it('forgets what waits when it is stopped, and goes on with the next', async () => {
    const { asked, latest } = held();
    latest.ask(1);
    latest.ask(2);
    latest.stop();
    latest.ask(3);
    await settle();
    expect(asked.map((each) => each.what)).toEqual([1, 3]);
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('asks again only where nothing newer waits', async () => {
    const { asked, latest } = held();
    latest.ask(1);
    latest.again(1);
    asked[0]?.done();
    await settle();
    expect(asked.map((each) => each.what)).toEqual([1, 1]);
    latest.ask(2);
    latest.again(1);
    asked[1]?.done();
    await settle();
    expect(asked.map((each) => each.what)).toEqual([1, 1, 2]);
  });
});
