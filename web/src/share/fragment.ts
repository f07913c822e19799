/** A whole battle in the fragment of a link: JSON, deflated, in the letters of base64url. */

const MARK = '#b=';

/** What a fragment can hold and browsers, mail and chats still pass on. */
export const LONGEST = 60_000;

/** The most that a fragment may unfold to, so that no link fills the memory. */
const MOST_BYTES = 4_000_000;

export type Read =
  { kind: 'none' } | { kind: 'battle'; document: Record<string, unknown> } | { kind: 'broken' };

/** The fragment that stands for a battle, `#b=` first. */
export async function fragmentOf(document: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  return MARK + base64url(packed);
}

/** The battle of a fragment; broken where it was cut short or altered. */
export async function readFragment(fragment: string): Promise<Read> {
  if (!fragment.startsWith(MARK)) return { kind: 'none' };
  try {
    const packed = fromBase64url(fragment.slice(MARK.length));
    const bytes = await through(packed, new DecompressionStream('deflate-raw'));
    const found: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof found !== 'object' || found === null || Array.isArray(found)) {
      return { kind: 'broken' };
    }
    return { kind: 'battle', document: found as Record<string, unknown> };
  } catch {
    return { kind: 'broken' };
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  by: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) throw new RangeError('too long');
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
