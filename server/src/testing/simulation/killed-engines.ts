import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SeededRandom } from '../seeded-random.ts'

const program = fileURLToPath(new URL('./engine-process.ts', import.meta.url))

/** What acts by itself, in a process that is killed (SIGKILL) now and then and started again: `kills` tells how often. */
export function startKilledEngines(connectionString: string, start: Date, random: SeededRandom) {
  let child: ChildProcess | undefined
  let lines: AsyncIterator<string> | undefined
  let from = start
  let kills = 0

  async function begin() {
    child = spawn(process.execPath, ['--no-warnings', program, connectionString, from.toISOString()], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (!child.stdout) throw new Error('The process has no output')
    lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    await lines.next()
  }

  return {
    kills: () => kills,
    /** Lets everything follow that follows until then; killed on the way when the dice say so, and then begun again. */
    async goTo(at: Date): Promise<void> {
      let mayBeKilled = random.chance(0.15)
      for (;;) {
        if (!child) await begin()
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
