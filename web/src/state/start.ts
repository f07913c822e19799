/** What the page begins with: a link's battle, a live table, the last visit's, or an example. */
import { readFragment } from '../share/fragment';
import { t } from '../words/words.svelte';
import { recall } from './kept.svelte';
import { notices } from './notices.svelte';
import { playing } from './play.svelte';
import { table } from './table.svelte';
import { view } from './view.svelte';

const FIRST = 'wh40k';

/** Open what the address asks for. */
export async function start(): Promise<void> {
  const { pathname, hash } = location;
  const live = /^\/play\/([\w-]+)$/.exec(pathname);
  if (live?.[1]) {
    view.panel = 'play';
    if (!(await playing.join(live[1], hash.slice(1) || null)) && playing.failed?.status === 404) {
      history.replaceState(null, '', '/');
    }
    await again(); // there is a table to go back to
    return;
  }
  const short = /^\/s\/([\w-]+)$/.exec(pathname);
  if (short?.[1]) {
    const there = await table.open({ share: short[1] });
    // what is changed from here on is another table than the link's
    if (there) history.replaceState(null, '', '/');
    if (there) return;
    if (!table.offline) notices.tell(t('start.no_share'), true);
  }
  const read = await readFragment(hash);
  if (read.kind === 'broken') notices.tell(t('start.broken_link'), true);
  if (read.kind === 'battle') {
    if (await table.open({ document: read.document })) {
      history.replaceState(null, '', '/');
      return;
    }
    if (table.failed) notices.failed(table.failed);
  }
  await again();
}

/** The last visit's table, at once and then as the server sees it; or the first example. */
async function again(): Promise<void> {
  const kept = recall();
  if (kept !== null) {
    table.restore(kept);
    await table.renew(kept);
    return;
  }
  if (!(await table.open({ example: FIRST })) && table.failed) notices.failed(table.failed);
}
