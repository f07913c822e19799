/**
 * What can be changed of things, asked for when it is looked at: all of it, of a large army, is
 * far more than what a step of the table else needs.
 */
import { post } from '../api/client';
import type { BattleRef, Field } from '../api/editing';
import type { Body } from '../api/client';
import { table } from './table.svelte';

interface Known {
  kept: string;
  fields: Field[];
}

export class Fields {
  private known = $state.raw(new Map<string, Known>());
  private system = '';
  private asking = '';

  /** The fields of a thing, as they were when last looked at; null where they are not known yet.
   * The battle itself has no id. */
  of(id: string): Field[] | null {
    return this.known.get(id)?.fields ?? null;
  }

  /** Ask for the fields of some things as they are at this step; call it in an effect. */
  async look(ids: readonly string[]): Promise<void> {
    const edited = table.now?.edited;
    if (edited === undefined || ids.length === 0) return;
    const { kept, document, system } = edited;
    if (system !== this.system) this.known = new Map();
    this.system = system;
    const missing = ids.filter((id) => this.known.get(id)?.kept !== kept);
    const asking = JSON.stringify([kept, missing]);
    if (missing.length === 0 || asking === this.asking) return;
    this.asking = asking;
    const put = (battle: BattleRef) =>
      post('/edit', { battle, fields_of: missing } as Body<'/edit'>);
    let reply = await put({ kept });
    if (!reply.ok && reply.problem?.code === 'unknown-battle') reply = await put({ document });
    if (this.asking === asking) this.asking = '';
    if (!reply.ok || table.now?.edited.kept !== kept) return;
    const found = reply.value.things.filter((each) => missing.includes(each.id));
    this.known = new Map([
      ...this.known,
      ...found.map(({ id, fields }) => [id, { kept, fields }] as const),
    ]);
  }
}

export const fields = new Fields();
