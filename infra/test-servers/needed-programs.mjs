import { aptInstall, canApt } from '../local/setup/apt.mjs';
import { findProgram } from '../local/host/programs.mjs';
import { Failure } from '../local/host/run-command.mjs';

/** Paths of programs by their names; installs the Debian packages of missing ones where this user may. */
export const neededPrograms = async ({ names, aptPackages, env }) => {
  const find = () => names.map((name) => findProgram({ names: [name], env }));
  let found = find();
  if (found.includes(undefined) && canApt(env)) {
    const { code, output } = await aptInstall(aptPackages, env);
    if (code !== 0) throw new Failure(`apt could not install ${aptPackages.join(' ')}`, output);
    found = find();
  }
  const missing = names.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) throw new Failure(`${missing.join(', ')} missing: apt install ${aptPackages.join(' ')}`);
  return found;
};
