import { hostname } from 'node:os'
import { parseArgs } from 'node:util'
import type { CheckResult } from '@parley/contract/system/system-findings'
import { systemClock } from './clock.ts'
import { readEnv } from './env.ts'
import { error } from './features/system/doctor/check.ts'
import { formatReport } from './features/system/doctor/format-report.ts'
import { runAllChecks } from './features/system/doctor/run-checks.ts'
import { openFileStores } from './files/open-file-stores.ts'
import { openWorkspace } from './operator/open-workspace.ts'
import { createSystemResolver } from './sender-auth/dns-resolver.ts'

/** `npm run doctor`: checks the installation. Exits with 1 if something is broken, and with 2 on incorrect usage. */

const usage = `Usage: npm run doctor [-- --json]

Checks the installation, whether Parley is running or stopped: ports, certificates, DNS of the inboxes, database, disk and more. Says
for each problem what to do. Changes nothing, and contacts nothing but DNS and the servers that the settings name. Run it as the same
user, in the same folder and with the same settings as the server.

  --json   prints the findings as JSON. For programs, without lines of npm: npm run --silent doctor -- --json`

// The exit handlers stop a database that was started for this command.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    return 0
  }
  const options = parseOptions(args)
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`)
    return 2
  }
  const results = await runChecks()
  console.log(
    options.json
      ? JSON.stringify(results, null, 2)
      : await formatReport(results, { colors: process.stdout.isTTY }),
  )
  return results.some(({ findings }) => findings.some(({ state }) => state === 'error')) ? 1 : 0
}

async function runChecks(): Promise<CheckResult[]> {
  try {
    const env = readEnv(process.env)
    const workspace = await openWorkspace(env)
    try {
      const files = await openFileStores(env)
      const context = {
        installation: env,
        db: workspace.db,
        clock: systemClock,
        files,
        resolve: createSystemResolver(),
      }
      return await runAllChecks(context).finally(() => files.stop())
    } finally {
      await workspace.close()
    }
  } catch (cause) {
    // Everything else needs the workspace.
    return [failedResult(cause as Error)]
  }
}

function failedResult({ message }: Error): CheckResult {
  const advice = 'Correct this first. Everything else is checked once the workspace can be opened'
  return {
    ...{ check: 'workspace', checked_at: systemClock.now().toISOString(), host: hostname() },
    findings: [error('', message, advice)],
  }
}

function parseOptions(args: string[]): { json: boolean } | string {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean', default: false } } }).values
  } catch (cause) {
    return (cause as Error).message
  }
}
