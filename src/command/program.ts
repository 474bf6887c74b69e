// The commands: what each is for, what it takes, and what it does.
import { Argument, Command, Option } from 'commander';
import { readVersion } from '../identity.js';
import { ledgerOptions } from '../options/ledger.js';
import { asMistake, type Given, givenIn, suggestion, withOptions } from '../options/line.js';
import { OptionError } from '../options/option.js';
import type { OptionName } from '../options.js';

/** The answer as it is, or its rows: as objects, as a table, or one value of each as it stands. */
const formats = ['json', 'ndjson', 'csv', 'lines'] as const;
export type Format = (typeof formats)[number];

/** What the command line says of an operation that is run without a server. */
export interface QueryLine {
  readonly variables: string;
  readonly all?: true;
  readonly format: Format;
}

/** What the commands do; the options have been read, not yet checked. */
export interface Commands {
  serve(given: Given): Promise<void>;
  query(source: string, line: QueryLine, given: Given): Promise<void>;
  schema(given: Given): Promise<void>;
  check(given: Given): Promise<void>;
}

const ofLedger = Object.keys(ledgerOptions) as OptionName[];

/** The program with its commands. */
export function program(commands: Commands): Command {
  const all = withOptions(new Command('mirrorql'))
    .description('One GraphQL endpoint over a ledger mirror: serves it, or runs one command.')
    .enablePositionalOptions()
    .helpOption('-h, --help', 'Show this help.')
    .helpCommand('help [command]', 'Show this help, or that of a command.')
    .version(readVersion(), '--version', 'Show the version.')
    .addHelpText(
      'after',
      '\nWithout --upstream, --network, --scheme or --database an embedded sample ledger is served.',
    )
    .action((_own, command: Command) => commands.serve(givenIn(command)));
  const command = (name: string, description: string, wanted: readonly OptionName[]) => {
    const made = withOptions(new Command(name), wanted).description(description);
    all.addCommand(made.helpOption('-h, --help', 'Show this help.'));
    return made;
  };
  command('query', 'Run an operation without a server.', [
    ...ofLedger,
    'timeout',
    'max-calls',
    'max-page',
  ])
    .addArgument(new Argument('<operation>', 'a GraphQL operation, or a file that holds one'))
    .option('--variables <JSON>', 'Variables of the operation.', '{}')
    .option('--all', 'Follow its connection to the end.')
    .addOption(
      new Option('--format <FORMAT>', 'The answer, or its rows.').choices(formats).default('json'),
    )
    .action((source: string, line: QueryLine, own: Command) =>
      commands.query(source, line, givenIn(own)),
    );
  command('schema', 'Print the schema, or that of a subgraph.', ['federation']).action(
    (_own, own: Command) => commands.schema(givenIn(own)),
  );
  command('check', 'Tell whether a ledger can be served, and what it lacks.', [
    ...ofLedger,
    'timeout',
  ]).action((_own, own: Command) => commands.check(givenIn(own)));
  return all;
}

/** Reads a command line and does what it says. @throws OptionError */
export async function runLine(args: readonly string[], commands: Commands): Promise<void> {
  const all = program(commands);
  const [first = '-', second = '-'] = args;
  const wanted = first === 'help' ? second : first;
  const known = all.commands.map((one) => one.name());
  if (!wanted.startsWith('-') && !known.includes(wanted)) {
    const near = suggestion(wanted, known);
    throw new OptionError(`there is no command ${JSON.stringify(wanted)}${near}; see --help`);
  }
  try {
    await all.parseAsync([...args], { from: 'user' });
  } catch (error) {
    const mistake = asMistake(error);
    // Help and version have been printed.
    if (mistake instanceof Error && 'exitCode' in mistake && mistake.exitCode === 0) return;
    throw mistake;
  }
}
