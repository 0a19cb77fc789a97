import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SwarmCommand, SwarmReport } from './socket-swarm-process.ts'

const program = fileURLToPath(new URL('./socket-swarm-process.ts', import.meta.url))

export type SocketSwarm = { report(): Promise<SwarmReport>; stop(): Promise<void> }

/** Sockets in a process of their own, one for each cookie. */
export async function startSocketSwarm(url: string, cookies: string[]): Promise<SocketSwarm> {
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const send = (command: SwarmCommand) => child.send(command)
  send({ kind: 'connect', url: url.replace('http', 'ws'), cookies })
  return {
    async report() {
      const answer = once(child, 'message')
      send({ kind: 'report' })
      return (await answer)[0] as SwarmReport // sent by the process
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
