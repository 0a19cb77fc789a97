// Starts the product with `npm start` in an empty folder, waits until it is ready, and ends it. Plain JavaScript: runs on Node.js 20.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const timeoutMs = 120_000
const url = 'http://127.0.0.1:3000/health/ready'
const dataDir = mkdtempSync(join(tmpdir(), 'parley-start-'))
const server = spawn('npm', ['start'], {
  env: { ...process.env, PARLEY_DATA_DIR: dataDir },
  stdio: 'inherit',
  shell: process.platform === 'win32',
  detached: process.platform !== 'win32',
})
const exited = new Promise((resolve) => server.once('exit', resolve))
const deadline = Date.now() + timeoutMs
let isReady = false
while (!isReady && server.exitCode === null && Date.now() < deadline) {
  await wait(500)
  isReady = await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
console.log(isReady ? 'Ready' : 'Not ready')
// npm runs the server in a shell: end the whole group.
if (process.platform === 'win32') spawn('taskkill', ['/pid', String(server.pid), '/t', '/f'])
else if (server.pid) process.kill(-server.pid, 'SIGTERM')
await Promise.race([exited, wait(15_000)])
rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
process.exit(isReady ? 0 : 1)
