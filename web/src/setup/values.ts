/** Values of fields as they are shown in a line of text, and read back from it. */
import type { Field } from '../api/editing';

/** A field's value as text: lists with commas, what has parts as JSON, nothing as nothing. */
export function shownValue(field: Pick<Field, 'value' | 'type'>): string {
  const { value } = field;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return value.join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The value that a text stands for; undefined where it stands for none. */
export function typedValue(field: Pick<Field, 'value' | 'type'>, text: string): unknown {
  const plain = text.trim();
  if (field.type === 'number') {
    if (plain === '') return null;
    const number = Number(plain.replace(',', '.'));
    return Number.isFinite(number) ? number : undefined;
  }
  if (field.type === 'list') return listed(plain);
  if (typeof field.value === 'object' && field.value !== null) return parsed(plain);
  return plain === '' && field.value === null ? null : plain;
}

function listed(plain: string): unknown {
  if (plain.startsWith('[')) return parsed(plain);
  return plain === '' ? [] : plain.split(',').map((each) => numberOr(each.trim()));
}

function numberOr(text: string): string | number {
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function parsed(plain: string): unknown {
  try {
    return JSON.parse(plain);
  } catch {
    return undefined;
  }
}
