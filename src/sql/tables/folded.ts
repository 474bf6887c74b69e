// Text without accents and in lower case, as an expression that indexes can be on.

/**
 * The expression, of a column or of a text. It needs no extension, and its functions are immutable:
 * `unaccent` is not. Laid out in parts (NFD) a name of 100 characters has 1,200 bytes at the most,
 * so that no row is too large for an index of it. The literal is one whose backslashes stand for
 * themselves by no setting of a session (`standard_conforming_strings`).
 */
export const foldedOf = (text: string): string =>
  `lower(regexp_replace(normalize(${text}, NFD), E'[\\\\u0300-\\\\u036f]', '', 'g'))`;
