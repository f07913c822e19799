import { expect, it } from 'vitest';
import { keepFaces, keptFaces } from './held';

function store(text: string | null = null) {
  let kept = text;
  return { getItem: () => kept, setItem: (_: string, value: string) => void (kept = value) };
}

it('keeps dice that were typed in for the state they answer', () => {
  const own = store();
  expect(keptFaces(own)).toEqual({ head: '', faces: [] });
  keepFaces(own, { head: 'abc', faces: [6, 'flag'] });
  expect(keptFaces(own)).toEqual({ head: 'abc', faces: [6, 'flag'] });
});

it('takes nothing that it cannot read', () => {
  for (const text of ['{', '3', '{"head": 1, "faces": []}', '{"head": "a", "faces": 2}'])
    expect(keptFaces(store(text))).toEqual({ head: '', faces: [] });
});
