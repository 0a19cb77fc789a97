import { readFile } from 'node:fs/promises'
import { readEnv } from './env.ts'
import { giveBackMemory } from './give-back-memory.ts'
import { startServer } from './server.ts'

/** The process: settings in, signals, and a graceful end. `--demo` adds the sample workspace. */
const demo = process.argv.includes('--demo')
const env = await readOrExplain()
const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
const server = await startServer(env, { version, demo }).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})

void giveBackMemory()

let stopping = false
// Without its database the server could only refuse; whoever supervises it starts it again.
server.broken.then((reason) => {
  if (stopping) return
  console.error(`The database ended by itself: ${reason}`)
  process.exit(1)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    // Whoever hangs on must not keep the process: embedded data is safe at any point.
    setTimeout(() => process.exit(1), 10_000).unref()
    server.stop().then(
      () => process.exit(0),
      (error: Error) => {
        console.error(error.message)
        process.exit(1)
      },
    )
  })

async function readOrExplain() {
  try {
    const preset = demo ? (await import('./demo/start.ts')).demoEnvironment : {}
    return readEnv({ ...preset, ...process.env })
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
