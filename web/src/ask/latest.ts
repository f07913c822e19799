/**
 * Asks one thing at a time, and always the newest: what was asked meanwhile waits, and only the
 * last of it is asked next. So a drag is followed without a queue and without starving.
 */
export class Latest<Asked> {
  private busy = false;
  private waiting: { asked: Asked } | null = null;
  private stopper: AbortController | null = null;

  constructor(private readonly run: (asked: Asked, signal: AbortSignal) => Promise<void>) {}

  /** Ask now, or as soon as the question under way is answered. */
  ask(asked: Asked): void {
    if (this.busy) this.waiting = { asked };
    else void this.begin(asked);
  }

  /** Ask once more what was not answered, unless something newer waits. */
  again(asked: Asked): void {
    this.waiting ??= { asked };
  }

  /** Forget what is under way and what waits. */
  stop(): void {
    this.waiting = null;
    this.stopper?.abort();
  }

  private async begin(asked: Asked): Promise<void> {
    this.busy = true;
    const stopper = new AbortController();
    this.stopper = stopper;
    try {
      await this.run(asked, stopper.signal);
    } catch (error) {
      if (!stopper.signal.aborted) throw error;
    } finally {
      this.busy = false;
      const next = this.waiting;
      this.waiting = null;
      if (next !== null) void this.begin(next.asked);
    }
  }
}
