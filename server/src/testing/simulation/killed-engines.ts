import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SeededRandom } from '../seeded-random.ts'

const program = fileURLToPath(new URL('./engine-process.ts', import.meta.url))

/** Runs the engines in a process that is killed (SIGKILL) at random and restarted. `kills` counts how often. */
export function startKilledEngines(connectionString: string, start: Date, random: SeededRandom) {
  let child: ChildProcess | undefined
  let lines: AsyncIterator<string> | undefined
  let from = start
  let kills = 0

  async function startProcess() {
    child = spawn(process.execPath, ['--no-warnings', program, connectionString, from.toISOString()], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (!child.stdout) throw new Error('The process has no output')
    lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    await lines.next()
  }

  return {
    kills: () => kills,
    /** Advances to that time. The process may be killed on the way, and is then restarted. */
    async goTo(at: Date): Promise<void> {
      let mayBeKilled = random.chance(0.15)
      for (;;) {
        if (!child) await startProcess()
        const process_before = child
        const timer = mayBeKilled
          ? setTimeout(() => process_before?.kill('SIGKILL'), random.between(1, 40))
          : undefined
        child?.stdin?.write(`${at.toISOString()}\n`)
        const answer = await lines?.next()
        clearTimeout(timer)
        if (answer && !answer.done && !process_before?.killed) break
        kills++
        mayBeKilled = false
        child = undefined
      }
      from = at
    },
    async stop() {
      child?.kill('SIGKILL')
    },
  }
}
