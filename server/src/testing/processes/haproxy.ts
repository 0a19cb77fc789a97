import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A real HAProxy with this configuration, in the foreground. Resolves once it listens. */
export async function startHaproxy(configuration: string): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-haproxy-'))
  const path = join(folder, 'haproxy.cfg')
  writeFileSync(path, configuration)
  // With -W the master says when its worker is ready.
  const child = spawn('/usr/sbin/haproxy', ['-W', '-db', '-f', path], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  const exited = once(child, 'exit')
  const onExit = () => child.kill('SIGKILL')
  process.once('exit', onExit)
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      // Later lines are about servers that come and go.
      if (output.length < 10_000) output += text
      if (/Loading success/.test(output)) resolve()
    })
    child.once('exit', () => reject(new Error(`HAProxy failed to start: ${output}`)))
  })
  return {
    async stop() {
      process.off('exit', onExit)
      // Workers end with their master.
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
