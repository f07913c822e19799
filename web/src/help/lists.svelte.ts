/** Which dialog is open, if one is. */
export type List = 'table' | 'keys' | 'share' | 'more';

class Lists {
  open = $state<List | null>(null);
}

export const lists = new Lists();
