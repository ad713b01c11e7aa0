import type { Argument, Command, Option } from 'commander';
import { valuesOf } from './option-values.js';

/** A word that may come next, and what it means. */
export interface Candidate {
  readonly word: string;
  readonly note: string;
}

/** What a shell offers next; `isFile`: names of files too. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  readonly isFile: boolean;
}

const NONE: Completion = { candidates: [], isFile: false };

const VALUE_NOTE = '';
/** Placeholders of options and arguments that are names of files. */
const FILE_PLACEHOLDERS = new Set(['file', 'folder', 'body']);

const placeholderOf = ({ flags }: Option): string => /[<[]([\w|]+)/.exec(flags)?.[1] ?? '';

const takesValue = ({ required, optional }: Option): boolean => required || optional;

const optionFor = (command: Command, word: string): Option | undefined =>
  command.options.find((option) => option.long === word || option.short === word);

const valuesAs = (option: Option, prefix: string): Completion => ({
  candidates: valuesOf(option).map((word) => ({ word: `${prefix}${word}`, note: VALUE_NOTE })),
  isFile: FILE_PLACEHOLDERS.has(placeholderOf(option)),
});

/** Value of an option, after `--name=` or for a comma-separated list after the last comma. */
const completeValue = (option: Option, typed: string, before: string): Completion => {
  const isList = placeholderOf(option) === 'list';
  const lead = isList ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  return valuesAs(option, `${before}${lead}`);
};

const optionCandidates = (command: Command): readonly Candidate[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, short, description }) => {
      const word = long ?? short;
      return word === undefined ? [] : [{ word, note: description }];
    });

const commandCandidates = (command: Command): readonly Candidate[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((child) => ({ word: child.name(), note: child.description() }));

const isFileArgument = (argument: Argument | undefined): boolean =>
  argument !== undefined && FILE_PLACEHOLDERS.has(argument.name());

/** A value that may be left out never begins with a dash. */
const isValueNext = (awaiting: Option | undefined, word: string): awaiting is Option =>
  awaiting !== undefined && (awaiting.required || !word.startsWith('-'));

/** How far the words before the last one lead. */
interface Place {
  readonly command: Command;
  /** Arguments of the command that are complete. */
  readonly given: number;
  /** Option whose value is next. */
  readonly awaiting: Option | undefined;
  /** After `--`. */
  readonly isLiteral: boolean;
}

/** Such as `enginea` of `enginea serp`, which is a command of its own. */
const joined = (program: Command, command: Command, word: string): Command | undefined =>
  command.parent === program
    ? program.commands.find((child) => child.name() === `${command.name()}/${word}`)
    : undefined;

const step = (program: Command, { command, given, awaiting, isLiteral }: Place, word: string): Place => {
  const next = { command, given, awaiting: undefined, isLiteral };
  if (isValueNext(awaiting, word)) return next;
  if (!isLiteral && word === '--') return { ...next, isLiteral: true };
  if (!isLiteral && word.startsWith('-')) {
    const option = optionFor(command, word);
    return option && takesValue(option) ? { ...next, awaiting: option } : next;
  }
  const child =
    given > 0
      ? undefined
      : (joined(program, command, word) ??
        command.commands.find((one) => one.name() === word || one.aliases().includes(word)));
  return child ? { ...next, command: child, given: 0 } : { ...next, given: given + 1 };
};

const argumentAt = ({ registeredArguments }: Command, index: number): Argument | undefined => {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic ? last : undefined);
};

/** Candidates for the last of the words, which may be empty, of a command line without its own name. */
export const complete = (program: Command, words: readonly string[]): Completion => {
  const typed = words.at(-1) ?? '';
  let place: Place = { command: program, given: 0, awaiting: undefined, isLiteral: false };
  for (const word of words.slice(0, -1)) place = step(program, place, word);
  const { command, given, awaiting, isLiteral } = place;
  const found = ((): Completion => {
    if (isValueNext(awaiting, typed)) return completeValue(awaiting, typed, '');
    if (typed.startsWith('-') && !isLiteral) {
      const [name = '', value] = typed.split(/=(.*)/s, 2);
      const option = value === undefined ? undefined : optionFor(command, name);
      if (value === undefined) return { candidates: optionCandidates(command), isFile: false };
      return option && takesValue(option) ? completeValue(option, value, `${name}=`) : NONE;
    }
    const argument = argumentAt(command, given);
    if (command.commands.length === 0 || given > 0) {
      const choices = (argument?.argChoices ?? []).map((word) => ({ word, note: VALUE_NOTE }));
      return { candidates: choices, isFile: isFileArgument(argument) };
    }
    return { candidates: commandCandidates(command), isFile: false };
  })();
  return { ...found, candidates: found.candidates.filter(({ word }) => word.startsWith(typed)) };
};
