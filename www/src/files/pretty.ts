/** JSON for people: what fits stays on one line, everything else gets a line for each part. */

/** Longest line of a file. */
const LINE_CHARS = 120;
const INDENT = '  ';

/** The value as JSON, its outermost object always spread; `undefined` is left out, as `JSON.stringify` does. */
export function pretty(value: object): string {
  return `${spread(plain(value), '')}\n`;
}

/** As JSON has it, without what JSON leaves out. */
const plain = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

function written(value: unknown, indent: string, before: number): string {
  const line = oneLine(value);
  const fits = indent.length + before + line.length <= LINE_CHARS;
  return typeof value === 'object' && value !== null && !fits ? spread(value, indent) : line;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, v]) => `${JSON.stringify(key)}: ${oneLine(v)}`);
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}';
}

function spread(value: object, indent: string): string {
  const inner = indent + INDENT;
  const parts = Array.isArray(value)
    ? value.map((part) => inner + written(part, inner, 1))
    : Object.entries(value).map(([key, part]) => {
        const name = `${JSON.stringify(key)}: `;
        return inner + name + written(part, inner, name.length + 1);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length > 0 ? `${open}\n${parts.join(',\n')}\n${indent}${close}` : `${open}${close}`;
}
