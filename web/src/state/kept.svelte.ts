/** What this browser remembers between visits: the last table, and edits not yet asked about. */
import { table, type Step } from './table.svelte';

const KEPT = 'defilade.table.1';

/** The table of the last visit as it was, or null. */
export function recall(): Step | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Partial<Step> | null;
    return found?.edited?.document && Array.isArray(found.unsent) ? (found as Step) : null;
  } catch {
    return null;
  }
}

/** Keep the table as it is now whenever it changes; call once, while a component is made. */
export function keepTable(): void {
  $effect(() => {
    const step = table.now;
    if (step === null) return;
    try {
      localStorage.setItem(KEPT, JSON.stringify(step));
    } catch {
      localStorage.removeItem(KEPT); // larger than a browser keeps: better nothing than half
    }
  });
}
