// What stands on a command line: options by commander, with suggestions for what is misspelt.
import { Command, CommanderError, Option as LineOption } from 'commander';
import leven from 'leven';
import { type OptionName, options, variablesOf } from '../options.js';
import { OptionError } from './option.js';

/** What was given for each option: nothing, a switch, one value or several. */
export type Given = Readonly<Record<string, string | true | readonly string[] | undefined>>;

const names = Object.keys(options) as OptionName[];

/** An option of ours in commander's words; its variables and default are told with it. */
function lineOption(name: OptionName): LineOption {
  const { value, bare, separator, default: fallback, description } = options[name];
  const taken = value && (bare ? ` [${value}]` : ` <${value}>`);
  const tail = fallback === undefined ? '' : ` Default ${fallback}.`;
  const variables = `[${variablesOf(name, options[name]).join(', ')}]`;
  const option = new LineOption(`--${name}${taken ?? ''}`, `${description}${tail}\n${variables}`);
  // `--no-cache` is a switch that is off, not the opposite of one that is on.
  option.negate = false;
  if (separator) option.argParser((text: string, before: string[] = []) => [...before, text]);
  return option;
}

/** A command that takes the named options of ours; mistakes are thrown, nothing is printed. */
export function withOptions(command: Command, wanted: readonly OptionName[] = names): Command {
  command
    .exitOverride()
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => {} });
  command.configureHelp({ showGlobalOptions: false });
  for (const name of wanted) command.addOption(lineOption(name));
  return command;
}

/** What the command line says of our options, by their names. */
export function givenIn(command: Command): Given {
  const said: Readonly<Record<string, unknown>> = command.optsWithGlobals();
  const found = command.options.map((option) => [option.name(), said[option.attributeName()]]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Given;
}

/** Reads options alone, as `serve` takes them. @throws OptionError */
export function readLine(args: readonly string[]): Given {
  const command = withOptions(new Command('mirrorql')).helpOption(false);
  asOptionError(() => command.parse([...args], { from: 'user' }));
  return givenIn(command);
}

/** Runs what reads a command line; its complaints become mistakes in the options. */
function asOptionError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asMistake(error);
  }
}

/** Commander's complaint in one line, without the value of an option that it does not know. */
export function asMistake(error: unknown): unknown {
  if (!(error instanceof CommanderError) || error.exitCode === 0) return error;
  const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  return new OptionError(message.replace(/^(unknown option '--[^=']*)=.*'/, "$1'"));
}

/** The word that is meant by a misspelt one, as the end of a sentence; nothing where none is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = known
    .map((name) => ({ name, distance: leven(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(2, name.length * 0.3))
    .sort((one, other) => one.distance - other.distance);
  return near[0] ? ` (did you mean ${near[0].name}?)` : '';
}
