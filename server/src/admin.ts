import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type Env, readEnv } from './env.ts'
import { generatePassword, hashPassword } from './identity/password.ts'
import { createAdmin, resetPassword, unlock } from './operator/commands.ts'
import { type OpenWorkspace, openWorkspace } from './operator/open-workspace.ts'

/** `npm run admin`: account recovery for when no one can sign in. Exits with 1 on failure and with 2 on incorrect usage. */

const usage = `Usage: npm run admin -- COMMAND EMAIL [OPTIONS]

Restores access to accounts, whether Parley is running or stopped. Run it as the same user, in the same folder and with the
same PARLEY_DATA_DIR or DATABASE_URL as the server.

  reset-password EMAIL   sets a new password and prints it, ends every session and removes the second factor
      --keep-second-factor   keeps authenticator app, passkeys and recovery codes
  create-admin EMAIL     creates an administrator and prints the password; an existing agent gets the role Admin
      --name "NAME"          the new administrator's name
  unlock EMAIL           resets failed sign-ins, and enables the account if it is disabled

Every command is recorded in the activity log, and the people concerned are notified by email.`

type Command = { name: string; email: string; full_name: string | undefined; keep_second_factor: boolean }

const commands: Record<string, (workspace: OpenWorkspace, command: Command) => Promise<string[]>> = {
  async 'reset-password'({ act, operator }, { email, keep_second_factor }) {
    const password = await generateNewPassword()
    return act(operator, (tx) => resetPassword(tx, email, password, { keep_second_factor }))
  },
  async 'create-admin'({ act, operator }, { email, full_name }) {
    const password = await generateNewPassword()
    return act(operator, (tx) => createAdmin(tx, { email, name: full_name }, password))
  },
  unlock: ({ act, operator }, { email }) => act(operator, (tx) => unlock(tx, email)),
}

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
    const lines = await run(workspace, command).finally(() => workspace.close())
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
      options: { name: { type: 'string' }, 'keep-second-factor': { type: 'boolean', default: false } },
    })
    const [name, email, ...extra] = positionals
    if (name === undefined) return 'A command is missing.'
    if (!Object.hasOwn(commands, name)) return `There is no command "${name}".`
    if (email === undefined) return `The email address is missing: npm run admin -- ${name} EMAIL`
    if (extra.length > 0) return `Unexpected argument "${extra[0]}": a command takes one email address.`
    if (!z.email().safeParse(email).success) return `"${email}" is not an email address.`
    if (values.name !== undefined && name !== 'create-admin') return '--name only works with create-admin.'
    if (values['keep-second-factor'] && name !== 'reset-password')
      return '--keep-second-factor only works with reset-password.'
    const full_name = values.name?.trim() || undefined
    return { name, email, full_name, keep_second_factor: values['keep-second-factor'] }
  } catch (error) {
    return (error as Error).message
  }
}
