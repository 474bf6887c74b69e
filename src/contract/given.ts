// What of a request its client has typed, and by which arguments.

/**
 * The arguments by which something came: one for each part of a key, or one for all. They are no part of
 * the question, and private, so that requests which differ in them alone print alike and are one call.
 */
export class Given {
  readonly #by: readonly string[];

  constructor(...by: string[]) {
    this.#by = by;
  }

  argument(part = 0): string | undefined {
    return this.#by[part] ?? this.#by[0];
  }
}
