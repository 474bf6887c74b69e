// What is said in the topics of the sample that have a story: text, JSON, bytes, nothing, and parts.
import type { Random } from './random.js';

/** A message, or one part of a message that was sent in several. */
export interface Said {
  readonly topic: 'noteTopic' | 'orderTopic' | 'chunkTopic';
  readonly bytes: Buffer;
  /** Which part of which letter; parts of one letter have the same number. */
  readonly part?: { readonly letter: number; readonly number: number; readonly total: number };
  /** The ledger has no whole id of the first transaction, as of messages from before 2020. */
  readonly isOld?: true;
}

const greetings = [
  'High water at noon.',
  'Hochwasser um zwölf.',
  'Pleine mer à midi.',
  '正午に満潮。',
  'Прилив в полдень.',
  'المد عند الظهر',
  'Two lines:\nthe second one.',
  '⚓️ 🛳️ 👩‍✈️',
  '',
  '"quoted", with a comma; and a \\ backslash',
];

const text = (words: string): Buffer => Buffer.from(words);

const notes = (random: Random): Said[] =>
  Array.from({ length: 60 }, (_, index) => {
    const greeting = greetings[index % greetings.length] as string;
    // Every twelfth is bytes that are no text.
    const bytes = index % 12 === 5 ? Buffer.from(random.hex(24), 'hex') : text(greeting);
    return { topic: 'noteTopic', bytes };
  });

const orders = (random: Random): Said[] =>
  Array.from({ length: 40 }, (_, index) => ({
    topic: 'orderTopic',
    bytes: text(
      `{"order":${9_007_199_254_740_993n + BigInt(index)},"rope":${random.between(1, 90)},"unit":"m","paid":${random.chance(0.5)}}`,
    ),
  }));

/** A letter in parts of so many bytes: a part may end within a character. */
function letter(number: number, whole: Buffer, size: number): Said[] {
  const total = Math.ceil(whole.length / size);
  return Array.from({ length: total }, (_, index) => ({
    topic: 'chunkTopic',
    bytes: whole.subarray(index * size, (index + 1) * size),
    part: { letter: number, number: index + 1, total },
  }));
}

/** Turn by turn, as two write at the same time. */
const mixed = (one: readonly Said[], other: readonly Said[]): Said[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, index) => [
    ...one.slice(index, index + 1),
    ...other.slice(index, index + 1),
  ]).flat();

function letters(random: Random): Said[] {
  const long = text('Überfahrt bei Nebel: das Horn tönt — drei Mal, dann Stille. '.repeat(8));
  const picture = Buffer.from(random.hex(900), 'hex');
  const answer = text('{"answer":"Come when the fog has gone","berth":9007199254740993}');
  const lost = letter(4, text('The end of this letter was never sent.'), 15).slice(0, 2);
  const old = letter(5, text('A letter from before the ledger knew whole ids.'), 24);
  const late = letter(6, text('The second part came first.'), 14).reverse();
  const endless = letter(7, text('No end to it'), 6).map((said) => ({
    ...said,
    part: { letter: 7, number: said.part?.number ?? 1, total: 100 },
  }));
  return [
    ...letter(1, long, 201),
    ...mixed(letter(2, picture, 200), letter(3, answer, 20)),
    ...lost,
    ...old.map((said) => ({ ...said, isOld: true as const })),
    ...late,
    ...endless,
    { topic: 'chunkTopic', bytes: text('Whole by itself') },
    ...letter(8, text('One part of one'), 100),
  ];
}

/** In the order in which they are sent: the topics take turns. */
export function stories(random: Random): Said[] {
  return mixed(mixed(notes(random), orders(random)), letters(random));
}
