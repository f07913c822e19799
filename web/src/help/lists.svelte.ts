/** Which dialog is open, if one is. */
export type List = 'table' | 'keys' | 'share';

class Lists {
  open = $state<List | null>(null);
}

export const lists = new Lists();
