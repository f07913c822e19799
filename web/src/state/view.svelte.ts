/** How the table is looked at: which part, with which tool, and what is chosen on it. */
import type { XY } from '../api/types';

export type Tool = 'select' | 'measure' | 'draw';
export type Panel = 'ask' | 'play' | 'setup';
export type Theme = 'light' | 'dark';

const KEPT = 'defilade.theme';

function firstTheme(): Theme {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'light' || kept === 'dark') return kept;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export class View {
  /** The part of the table that is seen: its middle in table units, and pixels to one unit. */
  centre = $state.raw<XY>([0, 0]);
  scale = $state(1);
  tool = $state<Tool>('select');
  panel = $state<Panel>('ask');
  /** Ids of pieces and grounds that are chosen, the last one first. */
  chosen = $state.raw<string[]>([]);
  /** The id that the pointer or the keyboard is at, and the target that is locked. */
  hovered = $state<string | null>(null);
  target = $state<string | null>(null);
  snap = $state(true);
  theme = $state<Theme>(firstTheme());

  choose(...ids: string[]): void {
    this.chosen = ids;
    this.target = null;
  }

  toggle(id: string): void {
    this.chosen = this.chosen.includes(id)
      ? this.chosen.filter((each) => each !== id)
      : [id, ...this.chosen];
  }

  wear(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem(KEPT, theme);
    document.documentElement.dataset['theme'] = theme;
  }
}

export const view = new View();
