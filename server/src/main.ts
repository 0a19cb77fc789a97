import { readEnv } from './env.ts'
import { startServer } from './server.ts'
import { readVersion } from './version.ts'

/** The process: reads settings, handles signals and stops gracefully. `--demo` adds the sample workspace. */
const demo = process.argv.includes('--demo')
const env = await readEnvOrExit()
const starting = startServer(env, { version: await readVersion(), demo })

let stopping = false
// Registered before the start completes, because a stop during it would leave the embedded database running.
// SIGHUP comes when the terminal is closed.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0))

const server = await starting.catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
server.outdated.then((reason) => {
  console.error(reason)
  stop(1)
})

function stop(exit_code: number) {
  if (stopping) return
  stopping = true
  // A part that does not stop must not keep the process alive: embedded data is safe at any point.
  setTimeout(() => process.exit(1), 10_000).unref()
  starting
    .then((server) => server.stop())
    .then(
      () => process.exit(exit_code),
      (error: Error) => {
        console.error(error.message)
        process.exit(1)
      },
    )
}

async function readEnvOrExit() {
  try {
    const preset = demo ? (await import('./demo/start.ts')).demoEnvironment : {}
    return readEnv({ ...preset, ...process.env })
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
