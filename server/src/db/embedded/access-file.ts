import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { z } from 'zod'

const accessSchema = z.object({
  port: z.int(),
  password: z.string(),
  /** The Parley that started the server last. */
  owner_pid: z.int(),
})

/** How to reach the embedded server. Kept beside the cluster in a file that only we may read. */
export type Access = z.infer<typeof accessSchema>

export function readAccess(file: string): Access | undefined {
  return existsSync(file) ? accessSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

/** Whole or not at all, also when the power fails: without the password nobody gets in. */
export async function writeAccess(file: string, access: Access) {
  const handle = await open(`${file}.new`, 'w', 0o600)
  await handle.writeFile(`${JSON.stringify(access)}\n`)
  await handle.sync()
  await handle.close()
  await rename(`${file}.new`, file)
  await syncFolder(dirname(file))
}

/** A rename is on disk when its folder is. Windows cannot and need not do this. */
export async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

export const newPassword = () => randomBytes(24).toString('base64url')

/** Below those that systems hand to outgoing connections, which would take them while a server is away. */
const portRange = { from: 20_000, to: 32_000 }

/** The wanted port when it is free on loopback, else a free one by chance. */
export async function findFreePort(preferred?: number): Promise<number> {
  if (preferred && (await isPortFree(preferred))) return preferred
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(portRange.from, portRange.to)
    if (await isPortFree(port)) return port
  }
  throw new Error('No TCP port is free on 127.0.0.1')
}

export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(true))
  })
  await new Promise((resolve) => server.close(resolve))
  return free
}
