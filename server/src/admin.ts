import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type Env, readEnv } from './env.ts'
import { type FileStorage, fileStorages } from './files/open-file-stores.ts'
import { generatePassword, hashPassword } from './identity/password.ts'
import { runApplyErasures } from './operator/apply-erasures-command.ts'
import { createAdmin, goLive, resetPassword, unlock } from './operator/commands.ts'
import { runCopyFiles } from './operator/copy-files-command.ts'
import { type OpenWorkspace, openWorkspace } from './operator/open-workspace.ts'
import { runRemoveUnusedFiles } from './operator/remove-unused-files-command.ts'
import { runAddKey, runRotateKey } from './operator/rotate-key-command.ts'

/** `npm run admin`: account recovery for when no one can sign in, and what must be decided on the machine. Exits with 1 on failure and with 2 on incorrect usage. */

const usage = `Usage: npm run admin -- COMMAND [EMAIL] [OPTIONS]

Restores access to accounts, whether Parley is running or stopped. Run it as the same user, in the same folder and with the
same PARLEY_DATA_DIR or DATABASE_URL as the server.

  reset-password EMAIL   sets a new password and prints it, ends every session and removes the second factor
      --keep-second-factor   keeps authenticator app, passkeys and recovery codes
  create-admin EMAIL     creates an administrator and prints the password; an existing agent gets the role Admin
      --name "NAME"          the new administrator's name
  unlock EMAIL           resets failed sign-ins, and enables the account if it is disabled
  copy-files             copies all files and raw email into S3, or back, while Parley is running or stopped; S3_BUCKET must be
                         set for this command. Continues where an earlier copy ended
      --from local           from the folder into S3
      --from s3              from S3 into the folder
  remove-unused-files    removes files that nothing in the workspace refers to and that are older than a day
      --dry-run              only says what it would remove
  apply-erasures FILE    erases again the contacts that were erased after this backup was made; FILE is the list from Data and privacy
      --dry-run              only says which erasures this workspace doesn't know
  add-key                puts a new key for stored secrets into the data folder; restart Parley afterwards
  rotate-key             encrypts all stored secrets under the newest key, while Parley is running or stopped
  go-live                makes a restored copy the live workspace: it starts to send and receive. Stop the original first

Every command but add-key, copy-files and remove-unused-files is recorded in the activity log, and the people whose account it changes are notified by email.`

type Command = {
  name: string
  email: string
  full_name: string | undefined
  keep_second_factor: boolean
  from: FileStorage | undefined
  dry_run: boolean
  /** For a command that reads one. */
  file: string
}

type Run = (workspace: OpenWorkspace, command: Command, env: Env) => Promise<string[]>

const commands: Record<string, Run> = {
  async 'reset-password'({ act, operator }, { email, keep_second_factor }) {
    const password = await generateNewPassword()
    return act(operator, (tx) => resetPassword(tx, email, password, { keep_second_factor }))
  },
  async 'create-admin'({ act, operator }, { email, full_name }) {
    const password = await generateNewPassword()
    return act(operator, (tx) => createAdmin(tx, { email, name: full_name }, password))
  },
  unlock: ({ act, operator }, { email }) => act(operator, (tx) => unlock(tx, email)),
  'go-live': ({ act, operator }) => act(operator, goLive),
  'add-key': (_workspace, _command, env) => runAddKey(env),
  'rotate-key': (workspace, _command, env) => runRotateKey(workspace, env),
  'copy-files': (_, { from }, env) => runCopyFiles(env, from),
  'remove-unused-files': (workspace, { dry_run }, env) => runRemoveUnusedFiles(workspace, env, dry_run),
  'apply-erasures': (workspace, { file, dry_run }, env) =>
    runApplyErasures(workspace, env, { file, dry_run }),
}
const commandsOfOptions = {
  name: ['create-admin'],
  from: ['copy-files'],
  'dry-run': ['remove-unused-files', 'apply-erasures'],
  'keep-second-factor': ['reset-password'],
}
const commandsWithoutArgument = new Set([
  'add-key',
  'rotate-key',
  'go-live',
  'copy-files',
  'remove-unused-files',
])

async function generateNewPassword() {
  const password = generatePassword()
  return { password, password_hash: await hashPassword(password) }
}

// The exit handlers stop a database that was started for this command.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    return 0
  }
  const command = parseCommand(args)
  const run = typeof command === 'string' ? undefined : commands[command.name]
  if (typeof command === 'string' || !run) {
    console.error(`${command}\n\n${usage}`)
    return 2
  }
  try {
    const env: Env = readEnv(process.env)
    const workspace = await openWorkspace(env)
    const lines = await run(workspace, command, env).finally(() => workspace.close())
    console.log(lines.join('\n'))
    return 0
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
}

/** The parsed command, or the usage error. */
function parseCommand(args: string[]): Command | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        from: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'keep-second-factor': { type: 'boolean', default: false },
      },
    })
    const [name, ...rest] = positionals
    if (name === undefined) return 'A command is missing.'
    if (!Object.hasOwn(commands, name)) return `There is no command "${name}".`
    const misused = Object.entries(commandsOfOptions).find(
      ([option, names]) => values[option as keyof typeof values] && !names.includes(name),
    )
    if (misused) return `--${misused[0]} only works with ${misused[1].join(' and ')}.`
    const from = fileStorages.find((storage) => storage === values.from)
    if (name === 'copy-files' && !from) return 'Say where the files are: --from local or --from s3'
    const mistake = argumentMistake(name, rest)
    if (mistake) return mistake
    const [argument = ''] = rest
    return {
      ...{ name, from, dry_run: values['dry-run'], keep_second_factor: values['keep-second-factor'] },
      ...{ email: argument, file: argument, full_name: values.name?.trim() || undefined },
    }
  } catch (error) {
    return (error as Error).message
  }
}

/** Most commands take an email address, some a file or nothing. */
function argumentMistake(name: string, [argument, ...extra]: string[]): string | null {
  if (commandsWithoutArgument.has(name))
    return argument === undefined ? null : `Unexpected argument "${argument}": ${name} takes none.`
  const takesFile = name === 'apply-erasures'
  if (argument === undefined)
    return `The ${takesFile ? 'file' : 'email address'} is missing: npm run admin -- ${name} ${takesFile ? 'FILE' : 'EMAIL'}`
  if (extra.length > 0)
    return `Unexpected argument "${extra[0]}": a command takes one ${takesFile ? 'file' : 'email address'}.`
  return takesFile || z.email().safeParse(argument).success ? null : `"${argument}" is not an email address.`
}
