/** `npm run dev`: the server, restarted on every change, and Vite's server, which passes the API on to it. Both end together. */
import { spawn } from 'node:child_process'

const children = [
  spawn(process.execPath, ['--watch', 'server/src/main.ts', ...process.argv.slice(2)], { stdio: 'inherit' }),
  spawn('npm', ['run', '--silent', 'dev', '-w', 'web'], { stdio: 'inherit' }),
]

const stopAll = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopAll)
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 1
    stopAll()
  })
}
