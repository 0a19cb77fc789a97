import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ReplayedImage } from './replay-dockerfile.ts'

export type RunOptions = {
  env?: Record<string, string>
  /** Paths of this machine by their path in the container; these are writable. */
  mounts?: Record<string, string>
  command?: string[]
}

/**
 * Runs a replayed image as a container platform does with our settings: read-only file system, /tmp in memory, the image's
 * user without any privilege, processes of its own. It shares this machine's network.
 */
function containerCommand(image: ReplayedImage, { env = {}, mounts = {}, command }: RunOptions): string[] {
  const { uid, gid } = image.user
  const binds = Object.entries(mounts).map(
    ([inside, outside]) => `
    ${inside.endsWith('/') ? 'mkdir -p' : 'touch'} "$root${inside}"; mount --bind '${outside}' "$root${inside}"`,
  )
  const script = `
    mount --bind "$root" "$root"
    ${binds.join('')}
    mount -o remount,bind,ro "$root"
    mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"; mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
    cd "$root"
    exec chroot . setpriv --reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \\
      env --ignore-environment --chdir=${image.workdir} "$@"`
  const variables = Object.entries({ ...image.env, ...env }).map(([name, value]) => `${name}=${value}`)
  return [
    ...[
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      '--',
      'sh',
      '-ec',
      `root='${image.root}'; ${script}`,
      'sh',
    ],
    ...variables,
    ...(command ?? image.command),
  ]
}

/** Runs a command in a new container until it ends. */
export function runInImage(image: ReplayedImage, options: RunOptions) {
  const { status, stdout, stderr } = spawnSync('unshare', containerCommand(image, options), {
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

export type Container = {
  output(): string
  waitForOutput(pattern: RegExp): Promise<void>
  /** The user ids of its processes. */
  users(): number[]
  /** SIGTERM to its first process, if it runs, as `docker stop` does; resolves with the exit code. */
  stop(): Promise<number | null>
}

export function startContainer(image: ReplayedImage, options: RunOptions): Container {
  const child = spawn('unshare', containerCommand(image, options), { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return {
    output: () => output,
    async waitForOutput(pattern) {
      while (!pattern.test(output)) {
        if (child.exitCode !== null) throw new Error(`The container ended:\n${output}`)
        await wait(50)
      }
    },
    users: () => descendants(firstProcess(child) ?? 0).flatMap(usersOf),
    stop() {
      const first = firstProcess(child)
      if (first !== undefined) process.kill(first, 'SIGTERM')
      return exited
    },
  }
}

/** unshare stays outside and waits. */
const firstProcess = ({ pid }: ChildProcess): number | undefined => childrenOf(pid ?? 0)[0]

/** A file of /proc; empty if the process has ended. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}

const childrenOf = (pid: number) =>
  readProc(`${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)

const descendants = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(descendants)]

const usersOf = (pid: number): number[] => {
  const [, user] = /^Uid:\s+(\d+)/m.exec(readProc(`${pid}/status`)) ?? []
  return user === undefined ? [] : [Number(user)]
}
