/** The words of a line of a program, and where in the line they are: pure. */

/** A word with its place, so that what is wrong can be underlined. */
export interface Word {
  readonly text: string;
  /** In characters from the start of the line. */
  readonly from: number;
  readonly to: number;
}

/** Why a line is no step, and which part of it. */
export class Wrong extends Error {
  constructor(
    message: string,
    readonly at: Pick<Word, 'from' | 'to'>,
  ) {
    super(message);
  }
}

const WORD = /"(?:[^"\\]|\\.)*"?|[^\s"]+/g;

/** A name with blanks stands in quotes and is one word; everything else ends at a blank. */
export const wordsOf = (line: string): Word[] =>
  [...line.matchAll(WORD)].map(({ 0: text, index }) => ({ text, from: index, to: index + text.length }));

/** A word as a message shows it: strangers' words can be long. */
export const shown = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

/** The words after a step's verb, read one after the other. */
export class Reader {
  private at = 0;

  constructor(
    private readonly words: readonly Word[],
    /** Where the line ends: what is missing is missing there. */
    private readonly verb: Word,
    private readonly example: string,
  ) {}

  get next(): Word | undefined {
    return this.words[this.at];
  }

  /** The next word; refused if there is none. */
  take(what: string): Word {
    const word = this.words[this.at];
    if (!word) throw new Wrong(`${this.verb.text} needs ${what}: ${this.example}`, this.words.at(-1) ?? this.verb);
    this.at += 1;
    return word;
  }

  /** Takes the next word if it is one of these. */
  takeIf(...texts: readonly string[]): boolean {
    const is = this.next !== undefined && texts.includes(this.next.text.toLowerCase());
    if (is) this.at += 1;
    return is;
  }

  /** Refuses what is left over. */
  end(): void {
    if (this.next) throw new Wrong(`“${shown(this.next.text)}” is too much here: ${this.example}`, this.next);
  }
}
