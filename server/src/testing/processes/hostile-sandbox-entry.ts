import { setTimeout as wait } from 'node:timers/promises'
import { TaskRejected } from '../../sandbox/protocol.ts'
import { serveTasks } from '../../sandbox/serve-tasks.ts'

const limits = { cpu_ms: 300, memory_mb: 200 }

/** A sandboxed process whose tasks misbehave in every way that it must withstand. */
const hostileTasks = {
  echo: {
    limits,
    run: async ({ text, delay_ms = 0 }: { text: string; delay_ms?: number }) => {
      await wait(delay_ms)
      return text
    },
  },
  /** Blocks the main thread. */
  spin: {
    limits,
    run: async (_: null) => {
      for (;;);
    },
  },
  /** Memory outside the JavaScript heap, as used by decoders. */
  hog: {
    limits: { ...limits, cpu_ms: 30_000 },
    run: async (_: null) => {
      const blocks: Buffer[] = []
      for (;;) blocks.push(Buffer.alloc(8 * 1024 * 1024, 1))
    },
  },
  /** More objects than the heap can hold. */
  pile: {
    limits: { cpu_ms: 30_000, memory_mb: 4_000 },
    run: async (_: null) => {
      const arrays: number[][] = []
      for (;;) arrays.push(new Array(10_000).fill(arrays.length + 0.5))
    },
  },
  crash: { limits, run: async (_: null) => process.abort() },
  throw_later: {
    limits,
    run: async (_: null) => {
      setImmediate(() => {
        throw new Error('outside the task')
      })
      await wait(5_000)
    },
  },
  reject: {
    limits,
    run: async (_: null) => {
      throw new TaskRejected('This is no image')
    },
  },
  fail: {
    limits,
    run: async (_: null) => {
      throw new Error('The file is missing')
    },
  },
  hang: { limits, run: (_: null) => wait(60_000) },
  /** What the process has access to. */
  inspect: {
    limits,
    run: async ({ write_to }: { write_to: string }) => {
      const { writeFile } = await import('node:fs/promises')
      const { spawnSync } = await import('node:child_process')
      const codeOf = (work: () => unknown) =>
        Promise.resolve()
          .then(work)
          .then(
            () => 'allowed',
            (error: NodeJS.ErrnoException) => error.code ?? error.message,
          )
      return {
        variables: Object.keys(process.env),
        write: await codeOf(() => writeFile(write_to, 'x')),
        spawn: await codeOf(() => spawnSync('true')),
      }
    },
  },
}
export type HostileTasks = typeof hostileTasks

if (process.send) serveTasks(hostileTasks)
