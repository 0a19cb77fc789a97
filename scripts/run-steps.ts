import { spawn } from 'node:child_process'

export type Step = {
  title: string
  command: string[]
  env?: Record<string, string | undefined>
  /** Prints its output directly to the terminal; otherwise it is only shown if the step fails. */
  inherit_output?: boolean
}

export type Outcome = { title: string; passed: boolean; seconds: number }

/** Runs one step and prints one line about it. Never throws: a program that cannot be started has failed. */
export async function runStep({ title, command, env, inherit_output: live = false }: Step): Promise<Outcome> {
  const start = performance.now()
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const passed = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(false)
    })
    child.once('close', (code) => resolve(code === 0))
  })
  const seconds = (performance.now() - start) / 1000
  if (!passed && output) process.stdout.write(`\n${output.trimEnd()}\n\n`)
  console.log(`${passed ? '✓' : '✗'} ${title.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s`)
  return { title, passed, seconds }
}

/** Runs steps in order, at most `lanes` at a time. */
export async function runSteps(steps: readonly Step[], lanes = 1): Promise<Outcome[]> {
  const queue = [...steps]
  const outcomes: Outcome[] = []
  const lane = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) outcomes.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return outcomes
}
