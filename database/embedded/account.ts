import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, readFileSync, statSync } from "node:fs";

/** The user that Postgres runs under; `null` where it can run as whoever runs Rooftop. */
export type Account = { uid: number; gid: number } | null;

/** How to run a program as an account. */
export interface Command {
  file: string;
  args: string[];
  options: { uid?: number; gid?: number };
}

/**
 * Postgres refuses to run as root, so under root it gets an account without privileges: the owner of the
 * cluster where there is one, else the machine's `postgres`, which is added where it's missing, else `nobody`.
 */
export function accountFor(clusterFolder: string): Account {
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  const self = process.getuid?.();
  if (self !== 0) {
    if (!owner || self === undefined || owner.uid === self) return null;
    throw new Error(
      `The database in ${clusterFolder} belongs to another user (id ${owner.uid}). ` +
        "Start Rooftop as that user or as root, or set DATA_DIR to another folder.",
    );
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = named("postgres") ?? added("postgres") ?? named("nobody");
  if (account) return account;
  throw new Error(
    "The embedded database can't run as root, and no other user could be found or added. " +
      "Add a user named postgres, run Rooftop as an ordinary user, or set DATABASE_URL.",
  );
}

/** The command that runs a program of Postgres as the account, with its files in `folder`. */
export function asAccount(account: Account, folder: string, program: string, args: string[]): Command {
  if (!account) return { file: program, args, options: {} };
  openToOthers(folder);
  const reach = spawnSync("/bin/sh", ["-c", 'test -x "$0" && test -x "$1"', program, folder], { ...account, cwd: "/" });
  if (reach.status === 0) return { file: program, args, options: account };
  return throughClosedFolders(account, folder, program, args);
}

/**
 * Somewhere above the files is a folder that is closed to others, such as root's home. Opening it is not ours to do,
 * so the account gets the one privilege of walking through it.
 */
function throughClosedFolders(account: NonNullable<Account>, folder: string, program: string, args: string[]): Command {
  const privilege = heldPrivilege();
  const caps = [`--inh-caps=+${privilege}`, `--ambient-caps=+${privilege}`];
  const prefix = [`--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups", ...caps, "--"];
  const works = privilege && spawnSync("setpriv", [...prefix, program, "--version"], { cwd: "/" }).status === 0;
  if (works) return { file: "setpriv", args: [...prefix, program, ...args], options: {} };
  throw new Error(
    `The embedded database runs as the user with id ${account.uid}, because Postgres refuses to run as root, ` +
      `and that user may not enter ${folder} or the folder of ${program}. ` +
      "Put both outside folders that are closed to others (such as /root), run Rooftop as an ordinary user, or set DATABASE_URL.",
  );
}

function heldPrivilege(): string | undefined {
  const held = /^CapPrm:\s*([0-9a-f]+)/m.exec(readFileSync("/proc/self/status", "utf8"));
  const bits = BigInt(`0x${held?.[1] ?? "0"}`);
  const holds = (bit: bigint) => (bits >> bit) & 1n;
  if (holds(2n)) return "dac_read_search";
  return holds(1n) ? "dac_override" : undefined;
}

/** The data folder is Rooftop's own: others may pass through it, not list it. */
function openToOthers(folder: string) {
  const { mode } = lstatSync(folder);
  if ((mode & 0o001) === 0) chmodSync(folder, (mode & 0o777) | 0o001);
}

function named(name: string): Account {
  const answers = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
  const [uid, gid] = answers.map((answer) => (answer.status === 0 ? Number(answer.stdout) : Number.NaN));
  return uid && gid ? { uid, gid } : null;
}

function added(name: string): Account {
  const flags = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"];
  spawnSync("useradd", [...flags, name]);
  return named(name);
}
