/** Files that are dropped, pasted or picked: what the server makes of them goes on the table. */
import { post } from '../api/client';
import type { components } from '../api/schema';
import type { Edit } from '../api/editing';
import { notices } from '../state/notices.svelte';
import { playing } from '../state/play.svelte';
import { table } from '../state/table.svelte';
import { view } from '../state/view.svelte';
import { t } from '../words/words.svelte';

type Schemas = components['schemas'];
export type Imported = Schemas['Brought'];
type Given = Schemas['File'];

class Importing {
  busy = $state(false);
  /** What was read last, with its findings and choices; kept until another file or closed. */
  found = $state.raw<Imported | null>(null);
  picked = $state<string | null>(null);
  private given: Given[] = [];

  /** Read files that go together: a layout, army lists, a catalogue. */
  async files(files: File[]): Promise<void> {
    const given = files.map(async (file) =>
      givenOf(file.name, new Uint8Array(await file.arrayBuffer())),
    );
    await this.read(await Promise.all(given));
  }

  async text(text: string): Promise<void> {
    await this.read([{ name: t('import.pasted'), text }]);
  }

  /** Take one of several layouts, or units, of the file that was read. */
  async pick(id: string): Promise<void> {
    await this.read(this.given, id);
  }

  close(): void {
    this.found = this.picked = null;
    this.given = [];
  }

  private async read(given: Given[], pick: string | null = null): Promise<void> {
    const [first, ...beside] = given;
    if (first === undefined) return;
    this.given = given;
    this.busy = true;
    const into = table.wholeRef() as Schemas['Bring']['into'];
    const reply = await post('/import', { ...first, beside, pick, into });
    this.busy = false;
    if (!reply.ok) {
      notices.failed(reply);
      return;
    }
    // the choice stays, so that another one can be had after a look at this one
    const choices = pick === null ? reply.value.choices : (this.found?.choices ?? []);
    this.found = { ...reply.value, choices };
    this.picked = pick;
    await this.put(reply.value);
  }

  private async put({ document, edits, label }: Imported): Promise<void> {
    if (document !== null) {
      playing.leave();
      view.choose();
      await table.open({ document });
    } else if (edits !== null && edits.length) await table.make(...(edits as Edit[]));
    else return;
    // What is refused of an edit the board tells.
    if (table.failed !== null && table.failed !== table.refused) notices.failed(table.failed);
    else if (table.failed === null) notices.tell(t('import.done', { label }));
  }
}

/** A file as it is sent: text where it is text, else base64. */
export function givenOf(name: string, bytes: Uint8Array): Given {
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    let letters = '';
    for (let at = 0; at < bytes.length; at += 0x8000) {
      letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return { name, base64: btoa(letters) };
  }
}

export const importing = new Importing();
