/**
 * The scale at which things are drawn. Few things are drawn anew with every step of coming nearer;
 * many are stretched meanwhile, and drawn anew when the scale rests.
 */
import type { Scene } from '../api/types';

const MANY = 110;
const REST_MS = 160;
/** Stretched more than so much, things are drawn anew all the same. */
const MOST = 3;

class DrawnScale {
  scale = $state(1);
  private title = '';

  /** Come after the scale that is looked at; returns how to stop waiting. */
  follow(wanted: number, scene: Scene | null): (() => void) | undefined {
    const ratio = wanted / this.scale;
    const few = scene === null || scene.pieces.length + scene.grounds.length < MANY;
    const other = this.title !== scene?.title;
    this.title = scene?.title ?? '';
    if (few || other || ratio > MOST || ratio < 1 / MOST) {
      this.scale = wanted;
      return undefined;
    }
    const rest = setTimeout(() => (this.scale = wanted), REST_MS);
    return () => clearTimeout(rest);
  }
}

export const drawn = new DrawnScale();
