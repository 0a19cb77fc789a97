import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import type { HostileTasks } from '../testing/processes/hostile-sandbox-entry.ts'
import { startSandbox } from './sandbox.ts'

const entry = new URL('../testing/processes/hostile-sandbox-entry.ts', import.meta.url)

function startHostile(options: Parameters<typeof startSandbox>[1] = {}) {
  const sandbox = startSandbox<HostileTasks>(createLog('silent'), { entry, ...options })
  onTestFinished(() => sandbox.stop())
  return sandbox
}
const ana = { owner: 'ana' }
const bo = { owner: 'bo' }
const isRunning = (pid = 0) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the process starts with the first task, is reused, and ends when idle', async () => {
  const sandbox = startHostile({ idle_ms: 100 })
  expect(sandbox.pid).toBeUndefined()
  expect(await sandbox.run('echo', { text: 'one' }, ana)).toBe('one')
  const { pid } = sandbox
  expect(await sandbox.run('echo', { text: 'two' }, ana)).toBe('two')
  expect(sandbox.pid).toBe(pid)
  await expect.poll(() => isRunning(pid)).toBe(false)
  expect(sandbox.pid).toBeUndefined()
  expect(await sandbox.run('echo', { text: 'three' }, ana)).toBe('three')
})

test('replies are not kept until the process ends', () => {
  const program = `
    const { startChild } = await import(${JSON.stringify(new URL('./sandbox-child.ts', import.meta.url))})
    const child = startChild({ entry: new URL(${JSON.stringify(entry)}) })
    const replies = []
    for (let n = 0; n < 20; n++)
      replies.push(new WeakRef(await child.run({ name: 'echo', input: { text: String(n) } }, 5_000)))
    await new Promise((resolve) => setTimeout(resolve, 10))
    gc()
    console.log(replies.filter((reply) => reply.deref()).length)
    await child.kill()`
  const { stdout } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  // The last one may still be in use.
  expect(stdout.trim()).toMatch(/^[012]$/)
})

test.each([
  ['spin', 'time'],
  ['hog', 'memory'],
  ['pile', 'crashed'],
  ['crash', 'crashed'],
  ['throw_later', 'crashed'],
] as const)('a task that does "%s" kills its own process, and the next task runs', async (name, reason) => {
  const sandbox = startHostile()
  const failing = sandbox.run(name, null, ana)
  const next = sandbox.run('echo', { text: 'next' }, ana)
  await expect(failing).rejects.toMatchObject({ reason, isFinal: true })
  expect(await next).toBe('next')
})

test('a rejected input is final; a task that failed for another reason is not', async () => {
  const sandbox = startHostile()
  await expect(sandbox.run('reject', null, ana)).rejects.toMatchObject({
    reason: 'rejected',
    isFinal: true,
    message: 'This is no image',
  })
  const { pid } = sandbox
  await expect(sandbox.run('fail', null, ana)).rejects.toMatchObject({ reason: 'error', isFinal: false })
  expect(sandbox.pid).toBe(pid)
})

/** Time passes only when the test says so, and not while the machine is busy. */
function useFakeTimeouts() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a hanging task times out and may be retried', async () => {
  useFakeTimeouts()
  const sandbox = startHostile({ time_ms: 2_000 })
  expect(await sandbox.run('echo', { text: 'ready' }, ana)).toBe('ready')
  const hanging = sandbox.run('hang', null, ana)
  // The limit is set once the process is known to be ready.
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(2_000)
  await expect(hanging).rejects.toMatchObject({ isFinal: false })
  expect(await sandbox.run('echo', { text: 'next' }, ana)).toBe('next')
})

test('the time of a task begins when the process is ready', async () => {
  useFakeTimeouts()
  const sandbox = startHostile({ time_ms: 2_000 })
  const task = sandbox.run('echo', { text: 'slow start' }, ana)
  process.kill(sandbox.pid ?? 0, 'SIGSTOP')
  await nextTurn()
  vi.advanceTimersByTime(10_000)
  process.kill(sandbox.pid ?? 0, 'SIGCONT')
  expect(await task).toBe('slow start')
})

test('a process that isn’t ready in time fails only the task, without blaming its input', async () => {
  useFakeTimeouts()
  const sandbox = startHostile({ start_ms: 5_000 })
  const task = sandbox.run('echo', { text: 'no start' }, ana)
  process.kill(sandbox.pid ?? 0, 'SIGSTOP')
  vi.advanceTimersByTime(5_000)
  await expect(task).rejects.toMatchObject({ reason: 'unavailable', isFinal: false })
  expect(await sandbox.run('echo', { text: 'next' }, ana)).toBe('next')
})

test('a process killed from outside is replaced', async () => {
  const sandbox = startHostile()
  const hanging = sandbox.run('hang', null, ana)
  await wait(100)
  process.kill(sandbox.pid ?? 0, 'SIGKILL')
  await expect(hanging).rejects.toMatchObject({ reason: 'unavailable', isFinal: false })
  await sandbox.run('echo', { text: 'idle' }, ana)
  process.kill(sandbox.pid ?? 0, 'SIGKILL')
  await expect.poll(() => sandbox.pid).toBeUndefined()
  expect(await sandbox.run('echo', { text: 'next' }, ana)).toBe('next')
})

test('a process that cannot start fails only the task', async () => {
  const sandbox = startHostile({ entry: new URL('./missing.ts', import.meta.url) })
  await expect(sandbox.run('echo', { text: 'x' }, ana)).rejects.toMatchObject({
    reason: 'unavailable',
    message: expect.stringContaining('missing.ts'),
  })
})

test('stopping ends the process and fails running and queued tasks without blaming their input', async () => {
  const sandbox = startHostile()
  const outcomes = Promise.allSettled([
    sandbox.run('hang', null, ana),
    sandbox.run('echo', { text: 'x' }, ana),
  ])
  await wait(100)
  const { pid } = sandbox
  await sandbox.stop()
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'stopping', isFinal: false } })
  expect(isRunning(pid)).toBe(false)
  await expect(sandbox.run('echo', { text: 'x' }, ana)).rejects.toMatchObject({ reason: 'stopping' })
})

test('owners are served in turn, each with its own queue limit', async () => {
  const sandbox = startHostile({ max_waiting_per_owner: 3 })
  const order: string[] = []
  const add = (owner: { owner: string }, text: string) =>
    sandbox.run('echo', { text, delay_ms: 10 }, owner).then(() => order.push(text))
  const all = ['a1', 'a2', 'a3', 'a4'].map((text) => add(ana, text))
  await expect(add(ana, 'a5')).rejects.toMatchObject({ reason: 'busy', isFinal: false })
  all.push(add(bo, 'b1'), add(bo, 'b2'))
  await Promise.all(all)
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
})

test('tasks with the same key run once, at the earliest turn of any caller', async () => {
  const sandbox = startHostile()
  const order: string[] = []
  const add = (owner: { owner: string }, text: string, key?: string) =>
    sandbox
      .run('echo', { text, delay_ms: 10 }, { ...owner, ...(key && { key }) })
      .then((answer) => order.push(answer))
  await Promise.all([
    add(ana, 'a1'),
    add(ana, 'a2'),
    add(ana, 'shared', 'k'),
    add(bo, 'not run', 'k'),
    add(bo, 'b1'),
  ])
  expect(order).toEqual(['a1', 'a2', 'shared', 'shared', 'b1'])
  expect(await sandbox.run('echo', { text: 'again' }, { ...ana, key: 'k' })).toBe('again')
})

test('the process has no secrets, cannot write files or start programs, and has low priority', async () => {
  const sandbox = startHostile()
  const write_to = join(tmpdir(), `sandbox-${process.pid}`)
  expect(await sandbox.run('inspect', { write_to }, ana)).toEqual({
    variables: expect.not.arrayContaining(['DATABASE_URL', 'PATH', 'HOME']),
    write: 'ERR_ACCESS_DENIED',
    spawn: 'ERR_ACCESS_DENIED',
  })
  expect(existsSync(write_to)).toBe(false)
  // Set beside the first task.
  await expect.poll(() => getPriority(sandbox.pid)).toBe(10)
})
