import { Argument, type Command } from 'commander';
import type { CommandHost } from '../command-host.js';
import { succeed } from '../outcome.js';
import { toSafeLine } from '../output/text-width.js';
import { complete } from './complete.js';
import { completionScript, SHELLS, type Shell } from './scripts.js';

/** Maximum length of a note beside a candidate. */
const MAX_NOTE_CHARS = 80;

const HELP = `
  bash  echo 'source <(quarry completion bash)' >> ~/.bashrc
  zsh   echo 'source <(quarry completion zsh)' >> ~/.zshrc      (after compinit)
  fish  quarry completion fish > ~/.config/fish/completions/quarry.fish`;

const noteOf = (text: string): string => {
  const note = toSafeLine(text);
  return note.length <= MAX_NOTE_CHARS ? note : `${note.slice(0, MAX_NOTE_CHARS - 1)}…`;
};

/** `completion`, which prints what a shell loads, and the hidden `complete`, which it asks. */
export const addCompletionCommands = (program: Command, host: CommandHost): void => {
  program
    .command('completion')
    .description('print the completion of commands, options and values for a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText('after', `\nTo load it in every shell:${HELP}`)
    .action((shell: Shell) => host.finish(succeed(completionScript(shell))));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => {
      const { candidates, isFile } = complete(program, words);
      const lines = candidates.map(({ word, note }) => `${word}\t${noteOf(note)}`);
      host.finish(succeed([...lines, isFile ? ':file' : ':none'].join('\n')));
    });
};
