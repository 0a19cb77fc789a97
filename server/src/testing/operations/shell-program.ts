import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { repository } from './document.ts'

export type ShellProgram = {
  /** Resolves with the exit code. */
  exited: Promise<number | null>
  output(): string
  waitForOutput(pattern: RegExp): Promise<void>
  /** Stops it as a service manager does. */
  stop(): Promise<void>
  /** Ends it without a word, as when the machine is lost. */
  kill(): Promise<void>
}

export type ShellOptions = {
  env?: Record<string, string>
  /** A folder of Parley, unless it is this one. */
  cwd?: string
  /** What runs the command: `sh -ec`, unless it runs in another root. */
  shell?: readonly string[]
}

/** Starts a command in a shell. It and its children are killed when the test ends. */
export function startInShell(
  command: string,
  { env = {}, cwd = repository, shell = ['sh', '-ec'] }: ShellOptions = {},
): ShellProgram {
  const [program = '', ...args] = [...shell, command]
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: npm starts the server as a child of a shell.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const end = async (signal: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, signal)
    } catch {
      // It has ended.
    }
    await exited
  }
  onTestFinished(() => end('SIGKILL'))
  return {
    exited,
    output: () => output,
    async waitForOutput(pattern) {
      while (!pattern.test(output)) {
        const ended = await Promise.race([exited.then(() => true), new Promise((go) => setTimeout(go, 50))])
        if (ended === true && !pattern.test(output)) throw new Error(`"${command}" ended:\n${output}`)
      }
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
