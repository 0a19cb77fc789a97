import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClientCommand, ClientReport } from './client-program.ts'

const program = fileURLToPath(new URL('./client-program.ts', import.meta.url))

export type SocketClient = {
  /** Opens one socket for each cookie. */
  open(url: string, cookies: string[]): Promise<ClientReport>
  /** What has happened since the last report. */
  report(): Promise<ClientReport>
  stop(): Promise<void>
}

export function startSocketClient(): SocketClient {
  // `advanced`, because reports contain maps.
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' })
  const exit = once(child, 'exit')
  const request = async (command: ClientCommand) => {
    const answer = once(child, 'message')
    child.send(command)
    const ended = exit.then(([code]) => {
      throw new Error(`The process with the sockets ended with code ${code}`)
    })
    const [report] = await Promise.race([answer, ended])
    return report as ClientReport // sent by the program
  }
  return {
    open: (url, cookies) => request({ kind: 'open', url: `${url.replace('http', 'ws')}/ws?v=2`, cookies }),
    report: () => request({ kind: 'report' }),
    async stop() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
